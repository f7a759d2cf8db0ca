"""The colours there are: dark, light, and none, in which weight, marks and words alone tell things apart."""

from __future__ import annotations

import os
from typing import Any

from textual.app import App
from textual.theme import Theme

MONO = Theme(
    name="mono",
    primary="#d0d0d0",
    secondary="#d0d0d0",
    accent="#ffffff",
    foreground="#e0e0e0",
    background="#000000",
    success="#e0e0e0",
    warning="#f0f0f0",
    error="#ffffff",
    surface="#101010",
    panel="#303030",
    boost="#404040",
    dark=True,
    variables={
        "text-accent": "#ffffff",
        "text-error": "#ffffff",
        "text-warning": "#f0f0f0",
        "text-success": "#e0e0e0",
        "foreground-muted": "#a0a0a0",
    },
)
NAMES = ("textual-dark", "textual-light", MONO.name)


def register(app: App[Any]) -> None:
    """Make the themes known; ``GMCONSOLE_THEME`` names the one to begin with."""
    app.register_theme(MONO)
    wanted = os.environ.get("GMCONSOLE_THEME", "")
    if wanted in app.available_themes:
        app.theme = wanted


def turn(app: App[Any]) -> str:
    """Go on to the next theme; its name."""
    at = NAMES.index(app.theme) if app.theme in NAMES else -1
    app.theme = NAMES[(at + 1) % len(NAMES)]
    return app.theme
