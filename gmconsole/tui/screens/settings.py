"""The rules in use: every switch of the rulebook with what it may stand at, changed by lines as everything else is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...core.commands import SetOption, switched
from ...core.model import Msg, Scalar
from ...core.views import Pick, Step, Wizard
from .wizard import WizardScreen

if TYPE_CHECKING:
    from .play import PlayScreen

OPTIONS = "options"


class SettingsScreen(WizardScreen):
    """A wizard of one step: a switch is turned over by Enter, of several values the one wanted is taken."""

    def __init__(self, play: PlayScreen) -> None:
        super().__init__(play, OPTIONS)

    def _now(self) -> Wizard:
        words = self._play.words
        step = Step(id=OPTIONS, name=words.message("rules in use"), status="done", picks=tuple(self._switches()))
        return Wizard(who=OPTIONS, title=words.message("Options"), steps=(step,))

    def _switches(self) -> Iterator[Pick]:
        encounter = self._play.encounter
        stands = encounter.state.options
        allowed = encounter.ruleset.option_values()
        plain = [key for key, values in allowed.items() if all(isinstance(v, bool) for v in values)]
        for key in plain:
            on = bool(stands.get(key, allowed[key][0]))
            yield Pick(
                what=Msg("option:" + key),
                value=switched(on),
                taken=on,
                command=SetOption(option=key, value=not on),
            )
        for key, values in allowed.items():
            if key not in plain:
                yield from self._one_of(key, values, stands.get(key, values[0]))

    def _one_of(self, key: str, values: tuple[Scalar, ...], now: Scalar) -> Iterator[Pick]:
        for value in values:
            taken = value == now and isinstance(value, bool) == isinstance(now, bool)
            yield Pick(
                what=switched(value),
                group=Msg("option:" + key),
                taken=taken,
                command=None if taken else SetOption(option=key, value=value),
            )
