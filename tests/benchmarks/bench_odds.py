"""How long exact odds take, cold and warm, beside counting every roll. Run: python tests/benchmarks/bench_odds.py"""

from collections.abc import Callable
from itertools import product
from statistics import median
from time import perf_counter

from gmconsole.rulesets.lawn import chances
from gmconsole.rulesets.lawn import odds as subject
from gmconsole.rulesets.lawn.outcomes import evaluate, is_success

CACHES = (
    subject._odds_given,
    subject.straight_ways,
    subject._runless_sets,
    subject._covers,
    chances._chances,
    chances._complete,
)


def forget() -> None:
    for cache in CACHES:
        cache.cache_clear()


def seconds(work: Callable[[], object], cold: bool, repeats: int = 25) -> float:
    """The median time of one call; cold calls start with empty caches."""
    times = []
    for _ in range(repeats):
        if cold:
            forget()
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times)


def count_6d6() -> int:
    return sum(is_success(evaluate(roll)) for roll in product(range(1, 7), repeat=6))


def main() -> None:
    first = seconds(lambda: subject.odds(7, 9), cold=True, repeats=1)
    query = seconds(lambda: subject.odds(7, 9), cold=True)
    again = seconds(lambda: subject.odds(7, 9), cold=False)
    given = seconds(lambda: subject.odds_given((2, 6, 4, 6, 2, 9, 1), 1, 9), cold=True)
    table = (2, 6, 4, 6, 2, 9, 1)
    front = seconds(lambda: chances.chances((None, *table), 9), cold=True)
    all_faces = seconds(lambda: chances.chances((*table, None, None), 9, special="legendary", wanted=9), cold=True)
    split = seconds(lambda: subject.speed_split(7, 9), cold=True)
    whole = seconds(subject.table, cold=True)
    exact = seconds(lambda: subject.odds(6, 6), cold=True)
    naive = seconds(count_6d6, cold=False, repeats=3)
    print(f"odds: first query of the process (7D9)   {first * 1e3:9.3f} ms   aim 0.2 ms")
    print(f"odds: query with empty caches (7D9)      {query * 1e3:9.3f} ms   aim 0.2 ms")
    print(f"odds: the same query again               {again * 1e3:9.3f} ms")
    print(f"odds: one more die on a table of seven   {given * 1e3:9.3f} ms")
    print(f"odds: one die in front of a table of seven{front * 1e3:9.3f} ms   aim 1 ms")
    print(f"odds: legendary D9, two more dice        {all_faces * 1e3:9.3f} ms   aim 1 ms")
    print(f"odds: speed check in three parts (7D9)   {split * 1e3:9.3f} ms")
    print(f"odds: whole table, 324 cells             {whole * 1e3:9.3f} ms   aim 10 ms")
    print(f"odds: 6D6 with empty caches              {exact * 1e3:9.3f} ms")
    print(f"odds: 6D6 by counting every roll         {naive * 1e3:9.3f} ms   ratio {naive / exact:.0f} to 1")


if __name__ == "__main__":
    main()
