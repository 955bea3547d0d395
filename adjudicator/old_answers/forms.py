"""What can be asked: every form of question, with an example. The reference in docs/questions.md is made from this list.

`needs` are the words that a form cannot do without, `one|other` for either; `can` are those that it may have besides. `who` is
how many pieces or roles it may name, `fare` how many tickets or means of transport, `number` how many numbers. `topics` are
those of the options on which the answer may depend. Where `game` is set the question is about a position, and needs a record.
A form may stand in the list twice, for two ways to ask; the first example is the one that is shown.
"""

from __future__ import annotations

from adjudicator.values import frozen


@frozen
class Form:
    name: str
    example: str
    needs: tuple[tuple[str, ...], ...]
    can: tuple[str, ...]
    who: tuple[int, int] = (0, 1)
    fare: tuple[int, int] = (0, 0)
    value: tuple[int, int] = (0, 0)
    number: tuple[int, int] = (0, 0)
    topics: tuple[str, ...] = ()
    game: bool = False

    @property
    def concepts(self) -> frozenset[str]:
        return frozenset((*self.can, *(word for group in self.needs for word in group)))


def form(
    name: str,
    example: str,
    needs: str,
    can: str = "",
    *,
    who: tuple[int, int] = (0, 1),
    fare: tuple[int, int] = (0, 0),
    value: tuple[int, int] = (0, 0),
    number: tuple[int, int] = (0, 0),
    topics: str = "",
    game: bool = False,
) -> Form:
    groups = tuple(tuple(group.split("|")) for group in needs.split())
    about = tuple(filter(None, topics.split(", ")))
    return Form(name, example, groups, tuple(can.split()), who, fare, value, number, about, game)


# Questions that hold a clause of a transcript, in any words.
CLAIMS = (
    form("may", "may red take the bus to 46", "may", "go not ticket station double", game=True),
    form("may", "may X double taxi 69 black 52", "may double", "go", game=True),
    form("why", "why not X bus 102", "why", "may not go double", game=True),
    form("what-if", "what if red moves taxi 39", "what if", "happens go double", game=True),
)

FORMS = (
    # a position of a game
    form("who-captures", "who can capture X", "who capture", "may go"),
    form("reach", "where can red go", "where|what go", "may station", who=(1, 1), game=True),
    form("whereabouts", "where can X be", "where", "may hide stay last surface", who=(1, 1), game=True),
    form("standing", "is the game over", "end|win|capture", "game over who", game=True),
    form("standing", "what round is it", "what round|turn", "", who=(0, 0), game=True),
    form("whose-turn", "whose turn is it", "who turn|go|start", "first if may game", who=(0, 0), topics="order"),
    # numbers
    form("count", "how many taxi tickets has blue",
         "how many", "ticket round entry station turn go may game surface end double must", fare=(0, 1), value=(0, 1)),
    form("count", "what tickets has blue", "what ticket", "may go", who=(1, 1)),
    form("count", "what is the last round", "what last round|turn|entry", "game go", who=(0, 0)),
    form("seating", "how many detectives are there with 4 players", "many person", "how if may go game",
         value=(0, 1), number=(0, 1), topics="seats"),
    form("double-count", "how many tickets does a double need", "many double pay|count|entry",
         "how ticket entry go station round turn", topics="double move"),
    form("double-count", "how many moves is a double", "double|many double go|station|count many|twice|count",
         "how ticket entry go round turn", who=(0, 0), topics="double move"),
    form("double-count", "does a double need two tickets", "double pay", "how ticket twice entry may must", fare=(0, 1),
         topics="double move"),
    # what is seen
    form("seen", "what do the detectives see of a move", "what surface", "entry go turn station ticket pay if", who=(0, 2),
         fare=(0, 1), topics="visibility"),
    form("surfacings", "when does X surface", "if|many|may|must|what surface",
         "how what entry round turn game may must go will last first twice", topics="surfacing"),
    form("surfacings", "when is X hidden", "if|what hide", "round turn entry go game", topics="surfacing"),
    form("surfaces-then", "must X surface after entry 8", "surface", "may must round turn entry go if what", number=(1, 1),
         topics="surfacing"),
    form("surfaces-then", "is X hidden after entry 8", "hide", "may must round turn entry go if what", number=(1, 1),
         topics="surfacing"),
    form("ticket-hides", "does a black ticket hide the surfacing", "surface",
         "hide ticket entry station round turn may must if go pay not", who=(0, 2), fare=(1, 1),
         topics="black ticket, surfacing"),
    form("double-shown", "which half of a double is shown", "double surface",
         "what half station first second hide entry if twice over go may must stay end round turn", who=(0, 2),
         topics="double move, surfacing"),
    # how it ends
    form("endings", "when does the game end", "end|win", "if how what who game may must over round turn last go entry many",
         number=(0, 2), topics="end"),
    form("captured", "what happens if a detective catches X", "what|if|may capture", "happens go what may end win must game",
         who=(0, 2), topics="capture"),
    form("stuck", "what happens if X cannot move", "what|who|end|win|if stuck|not|nobody|run-out",
         "if happens may go end win game twice what over ticket out run who station", who=(0, 2), topics="cannot move"),
    form("give-up", "may X give up", "may|what give-up", "if happens", topics="giving up"),
    # moving
    form("use", "may detectives use the ferry", "may", "go ticket line not", who=(1, 1), fare=(1, 1)),
    form("use", "may X use the ferry in round 3", "may round|turn", "go ticket line not first last", who=(1, 1), fare=(1, 1),
         number=(0, 1)),
    form("entering", "may X enter an occupied station", "may|what|if occupied",
         "if happens go station twice not end half double first second where who stay", who=(0, 2), topics="occupied station"),
    form("stay", "may X stay", "may stay", "turn go not half double station where round over first", topics="staying"),
    form("must-move", "must the detectives move", "must go", "turn round not if station", topics="staying"),
    form("passing", "may X ride over a detective", "may|what over|stay", "go stay if happens line station", who=(1, 2),
         topics="passing over"),
    form("back", "may red move back", "may back", "go station where occupied turn", topics="double back"),
    form("order", "may the detectives change their order", "order", "may change what go must", topics="order"),
    form("lines", "where does the ferry go", "where|what go|end|line|station", "station may", who=(0, 0), fare=(1, 1),
         topics="lines"),
    # double moves
    form("double", "may X double", "may double", "go", topics="double move"),
    form("double-last", "may X double in the last round", "may double last", "round turn go entry",
         topics="double move, rounds"),
    form("double-round", "may X double in round 5", "may double round|turn|entry", "go", number=(1, 1),
         topics="double move, rounds"),
    form("double-row", "may X double in consecutive rounds", "may double consecutive", "round turn go twice",
         topics="double move"),
    form("double-twice", "may X double twice in a round", "may double twice|second", "round turn go", topics="double move"),
    form("double-back", "may X double back", "may double back", "go station", topics="double move, double back"),
    form("double-with", "may X use a black ticket in a double", "double may", "go ticket", fare=(1, 1), topics="double move"),
    # tickets
    form("pays", "what does a black ticket pay for", "what pay", "ticket may go if", who=(0, 0), fare=(1, 1), topics="tickets"),
    form("pays", "what is a black ticket", "what", "ticket may go", who=(0, 0), fare=(1, 1), topics="tickets"),
    form("payment", "where do used tickets go", "where|who ticket", "go pay if happens", topics="payment"),
    form("payment", "what happens to used tickets", "what|if ticket pay|happens", "go pay if happens", topics="payment"),
    form("needs-tickets", "do the detectives need tickets", "ticket", "pay may must go", who=(1, 1), topics="tickets"),
    form("run-out", "can X run out of taxi tickets", "run-out", "may ticket if what happens", who=(1, 1), fare=(0, 1),
         topics="run out"),
    form("trade", "may the detectives trade tickets", "trade ticket", "may must", who=(0, 2), fare=(0, 1), topics="trade"),
    # the set-up
    form("start", "where can X start", "start|draw",
         "where what may must station ticket occupied go if who how many entry first", who=(0, 2), topics="start card"),
)  # fmt: skip

# Read apart: an action of the variant by any of its names, and whatever is left as a topic.
ACTION = form("act", "may X surface", "may", "go not who if station")
ABOUT = form("about", "about double moves", "about")
EVERY = (*CLAIMS, *FORMS, ACTION, ABOUT)
