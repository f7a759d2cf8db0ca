"""What the benchmarks measure with."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def microseconds(action: Callable[[], object], times: int) -> float:
    """The median time of one call, in microseconds."""
    samples = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        samples.append((time.perf_counter() - start) * 1e6)
    return statistics.median(samples)
