"""Pieces of work in threads, whose results keep their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def in_order(function: Callable[[Piece], Result], pieces: Iterable[Piece], threads: int) -> Iterator[Result]:
    """Return function(piece) of each piece, in their order, from so many threads.

    Pieces are taken as they are needed. After an exception, also a KeyboardInterrupt, no further piece begins. One
    that the pieces raise comes after the results of those before it.
    """
    if threads == 1:
        yield from map(function, pieces)
        return
    running: deque[Future[Result]] = deque()
    late: Exception | None = None
    ahead = iter(pieces)
    with ThreadPoolExecutor(threads) as executor:
        try:
            while late is None:
                try:
                    piece = next(ahead)
                except StopIteration:
                    break
                except Exception as error:
                    late = error
                    break
                running.append(executor.submit(function, piece))
                if len(running) > 2 * threads:
                    yield running.popleft().result()
            while running:
                yield running.popleft().result()
            if late is not None:
                raise late
        finally:
            for future in running:
                future.cancel()
