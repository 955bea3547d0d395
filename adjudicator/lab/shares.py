"""Many games: shares of them go to any executor, and come back in any order.

A share plays each of its deals by all rules, so what has been played is always in pairs. A game does not know which share it
belongs to: one job, many jobs and a cluster play the same games.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from platform import python_version
from typing import Any

from adjudicator import __version__
from adjudicator.faults import Fault, Place, Refused
from adjudicator.lab.match import Match, Outcome
from adjudicator.values import frozen

MOST, SHARES = 25, 8  # deals in a share, shares for each job: small enough that all end at about the same time
PATIENCE = 10  # seconds until a cluster has answered
RETRIES = 3  # of a share that was lost with its worker

Deal = tuple[Outcome, ...]  # one deal by all rules


@frozen
class Work:
    """Deals to be played by several rules."""

    matches: tuple[Match, ...]
    seeds: tuple[int, ...]

    def shares(self, jobs: int) -> list[Work]:
        size = max(1, min(MOST, len(self.seeds) // (SHARES * jobs)))
        return [Work(self.matches, self.seeds[at : at + size]) for at in range(0, len(self.seeds), size)]

    def played(self) -> Iterator[Deal]:
        for seed in self.seeds:
            yield tuple(match.play(seed) for match in self.matches)


def whole(work: Work) -> list[Deal]:
    """A whole share: what an executor is given."""
    return list(work.played())


def spread(work: Work, executor: Executor, jobs: int, **options: Any) -> Iterator[Deal]:
    """The deals as they come back from an executor. Raises Refused where a share could not be played."""
    futures: list[Future[list[Deal]]] = [executor.submit(whole, share, **options) for share in work.shares(jobs)]
    try:
        for one in as_completed(futures):
            yield from one.result()
    except BrokenProcessPool:
        raise Refused([Fault("T112", Place("--jobs"))]) from None
    finally:
        for one in futures:
            one.cancel()


def with_jobs(work: Work, jobs: int) -> Iterator[Deal]:
    """Played here: one after another, or by several processes."""
    if jobs == 1:
        yield from work.played()
        return
    with ProcessPoolExecutor(jobs, initializer=_leave_to_the_parent) as executor:
        try:
            yield from spread(work, executor, jobs)
        finally:
            executor.shutdown(wait=False, cancel_futures=True)


def _leave_to_the_parent() -> None:
    """Ctrl-C reaches every process of a terminal; the one that everybody reports to ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# --- a cluster


def with_cluster(work: Work, address: str) -> Iterator[Deal]:
    """Played by the workers of a dask cluster. A share of a worker that is lost is given to another."""
    with _client(address) as client:
        workers = len(client.scheduler_info(n_workers=-1)["workers"])
        with client.get_executor(pure=False, retries=RETRIES) as executor:
            yield from spread(work, executor, max(1, workers))


@contextmanager
def _client(address: str) -> Iterator[Any]:
    place = Place("--cluster")
    try:
        from distributed import Client
    except ImportError:
        raise Refused([Fault("T113.extra", place)]) from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise Refused([Fault("T113", place, address=address, error=_words(error))]) from None
    with client:
        _compare(client, place)
        yield client


def versions() -> tuple[str, str]:
    """The versions of this program and of Python: with others, a worker might play other games."""
    return __version__, ".".join(python_version().split(".")[:2])


def _compare(client: Any, place: Place) -> None:
    """The same program everywhere. Raises Refused where a worker has another, or there is none."""
    here = versions()
    try:
        there = client.run(versions)
    except Exception as error:  # a worker without this program
        raise Refused([Fault("T113.program", place, error=_words(error))]) from None
    if not there:
        raise Refused([Fault("T113.workers", place)])
    for worker, found in sorted(there.items()):
        if tuple(found) != here:
            raise Refused(
                [
                    Fault(
                        "T113.version", place, worker=worker, there=" with Python ".join(found), here=" with Python ".join(here)
                    )
                ]
            )


def _words(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


def in_order(deals: Sequence[Deal]) -> list[Deal]:
    return sorted(deals, key=lambda deal: deal[0].seed)
