"""What can be asked: every form of question, with an example. The reference in docs/questions.md is made from this list.

`needs` are the words that a form cannot do without, `one|other` for either; `can` are those that it may have besides. `who` is
how many pieces or roles it may name, `fare` how many tickets or means of transport. `topics` are those of the options on which
the answer may depend. Where `game` is set the question is about a position, and needs a record.
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
    topics: str = "",
    game: bool = False,
) -> Form:
    groups = tuple(tuple(group.split("|")) for group in needs.split())
    return Form(name, example, groups, tuple(can.split()), who, fare, value, tuple(filter(None, topics.split(", "))), game)


# Questions that hold a clause of a transcript, in any words.
CLAIMS = (
    form("may", "may red take the bus to 46", "may", "go not ticket station double", game=True),
    form("may", "may X double taxi 69 black 52", "may double", "go", game=True),
    form("why", "why not X bus 102", "why", "may not go double", game=True),
    form("what-if", "what if red moves taxi 39", "what if", "happens go double", game=True),
)

FORMS = (
    # a position of a game
    form("who-captures", "who can capture X", "who capture", "may go", game=True),
    form("reach", "where can red go", "where|what go", "may station", who=(1, 1), game=True),
    form("whereabouts", "where can X be", "where", "may hide", who=(1, 1), game=True),
    form("whose-turn", "whose turn is it", "who turn|go", "first if may", who=(0, 0), game=True),
    # numbers
    form("count", "how many taxi tickets has blue", "how many", "ticket round entry station turn go may game surface",
         fare=(0, 1), value=(0, 1)),
    form("double-count", "how many tickets does a double need", "how many double", "ticket entry pay go station",
         topics="double move"),
    # what is seen
    form("surfacings", "when does X surface", "if|many surface", "how what entry round may go", topics="surfacing"),
    form("ticket-hides", "does a black ticket hide the surfacing", "hide surface", "ticket entry station may if",
         who=(0, 2), fare=(1, 1), topics="black ticket, surfacing"),
    form("double-shown", "which half of a double is shown", "double surface",
         "what half station first second hide entry if twice over go may", topics="double move, surfacing"),
    form("seen", "what do the detectives see of a move", "what surface", "entry go turn station", topics="visibility"),
    # how it ends
    form("endings", "when does the game end", "end", "if how what who game may", topics="end"),
    form("captured", "what happens if a detective catches X", "what|if capture", "happens go what may end", who=(0, 2),
         topics="capture"),
    form("stuck", "what happens if X cannot move", "what|who|end stuck|not|nobody", "if happens may go end twice what",
         who=(0, 2), topics="cannot move"),
    form("give-up", "may X give up", "may|what give-up", "if happens", topics="giving up"),
    # moving
    form("use", "may detectives use the ferry", "may", "go ticket line not", who=(1, 1), fare=(1, 1)),
    form("entering", "may X enter an occupied station", "may|what occupied",
         "if happens go station twice not end half double first second", who=(0, 2), topics="occupied station"),
    form("passing", "may X ride over a detective", "may|what over", "go stay if happens line station", who=(1, 2),
         topics="passing over"),
    form("back", "may red move back", "may back", "go", who=(1, 1), topics="double back"),
    form("stay", "may X stay", "may stay", "turn go not half double", topics="staying"),
    form("order", "may the detectives change their order", "order", "may change what go", topics="order"),
    form("lines", "where does the ferry go", "where|what go|end|line", "station", who=(0, 0), fare=(1, 1), topics="lines"),
    # double moves
    form("double", "may X double", "may double", "go", topics="double move"),
    form("double-last", "may X double in the last round", "may double last", "round turn go entry",
         topics="double move, rounds"),
    form("double-row", "may X double in consecutive rounds", "may double consecutive", "round turn go twice",
         topics="double move"),
    form("double-twice", "may X double twice in a round", "may double twice|second", "round turn go", topics="double move"),
    form("double-back", "may X double back", "may double back", "go station", topics="double move, double back"),
    # tickets
    form("pays", "what does a black ticket pay for", "what pay", "ticket", who=(0, 0), fare=(1, 1), topics="tickets"),
    form("payment", "where do used tickets go", "where|who|what pay ticket", "go if happens", topics="payment"),
    form("run-out", "can X run out of taxi tickets", "run-out", "may ticket if what", who=(1, 1), fare=(0, 1),
         topics="run out"),
    form("trade", "may the detectives trade tickets", "trade ticket", "may", topics="trade"),
)  # fmt: skip

# Read apart: an action of the variant by any of its names, and whatever is left as a topic.
ACTION = form("act", "may X surface", "may", "go not")
ABOUT = form("about", "about double moves", "about")
EVERY = (*CLAIMS, *FORMS, ACTION, ABOUT)
