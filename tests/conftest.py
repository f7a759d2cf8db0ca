"""Rule coverage: which rules of the shipped ledger have a passing test that names them.

``pytest --rules`` prints the coverage by chapter. A full run (no paths, no selection) fails when a shipped rule of mode
automate or prompt has no passing test, or when a test names a rule that does not exist.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

CONTENT = Path(__file__).resolve().parent.parent / "content"

settings.register_profile(
    "fixed",
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("fixed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules", action="store_true", help="print rule coverage by chapter")


class Coverage:
    """Collects, per rule, whether a test that names it passed and whether one failed."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.rules: dict[str, dict[str, Any]] = {}
        self.shipped: dict[str, int] = {}
        for path in sorted(CONTENT.glob("*/rules.toml")):
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            for rule in data["rule"]:
                self.rules[rule["id"]] = {**rule, "due": rule["since"] <= data["shipped"]}
        self.passed: set[str] = set()
        self.failed: set[str] = set()
        self.unknown: set[str] = set()
        self.deselected = 0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        named = {rule for mark in item.iter_markers("rule") for rule in mark.args}
        report.user_properties.extend(("rule", rule) for rule in sorted(named))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        rules = {value for key, value in report.user_properties if key == "rule"}
        self.unknown |= rules - self.rules.keys()
        if report.failed:
            self.failed |= rules
        elif report.when == "call" and report.passed:
            self.passed |= rules

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self.deselected += len(items)

    def proved(self, rule: str) -> bool:
        return rule in self.passed and rule not in self.failed

    def owed(self) -> list[str]:
        return [
            i for i, r in self.rules.items() if r["due"] and r["mode"] in ("automate", "prompt") and not self.proved(i)
        ]

    def full_run(self) -> bool:
        return self.config.args_source is pytest.Config.ArgsSource.TESTPATHS and not self.deselected


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Coverage(config), "rule-coverage")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    coverage: Coverage = session.config.pluginmanager.get_plugin("rule-coverage")
    if exitstatus == 0 and coverage.full_run() and (coverage.owed() or coverage.unknown):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    coverage: Coverage = config.pluginmanager.get_plugin("rule-coverage")
    write = terminalreporter.write_line
    if config.getoption("--rules"):
        chapters: dict[tuple[str, str], list[str]] = defaultdict(list)
        for rule, row in coverage.rules.items():
            if row["due"] and row["mode"] in ("automate", "prompt"):
                prefix = "-".join(rule.split("-")[:2])
                chapters[(prefix, row["chapter"])].append(rule)
        terminalreporter.section("rules proved by a passing test")
        for (prefix, chapter), rules in chapters.items():
            done = sum(coverage.proved(r) for r in rules)
            write(f"{prefix:<8} {chapter:<12} {done:>3}/{len(rules):<3} {100 * done // len(rules):>3} %")
        done = sum(coverage.proved(r) for rules in chapters.values() for r in rules)
        write(f"{'all':<21} {done:>3}/{sum(map(len, chapters.values()))}")
    if coverage.unknown:
        write(f"Tests name rules that are not in the ledger: {', '.join(sorted(coverage.unknown))}", red=True)
    if coverage.full_run() or config.getoption("--rules"):
        owed = coverage.owed()
        if owed:
            write(f"{len(owed)} shipped rules have no passing test: {', '.join(owed)}", red=True)
