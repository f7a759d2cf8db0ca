"""The colours there are: dark, light, and none, in which weight, marks and words alone tell things apart.

The canvas draws lines of its own, where a colour cannot let another one through: what is muted and what lies under the
cursor are whole colours here.
"""

from __future__ import annotations

import os
from dataclasses import replace
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
        "boost-lighten-1": "#383838",
    },
)
WHOLE = {
    "dark": ("textual-dark", {"foreground-muted": "#9c9c9c", "boost-lighten-1": "#3a3f4a"}),
    "light": (
        "textual-light",
        {
            "foreground-muted": "#626262",
            "boost-lighten-1": "#c9ced6",
            "panel-lighten-3": "#9a9a9a",
            "accent": "#a85400",
        },
    ),
}
"""Our names of Textual's own themes, with the colours that have to be whole."""
NAMES = (*WHOLE, MONO.name)


def register(app: App[Any]) -> None:
    """Make the themes known; ``GMCONSOLE_THEME`` names the one to begin with."""
    for name, (base, colours) in WHOLE.items():
        theme = app.available_themes[base]
        app.register_theme(replace(theme, name=name, variables={**theme.variables, **colours}))
    app.register_theme(MONO)
    wanted = os.environ.get("GMCONSOLE_THEME", "")
    app.theme = wanted if wanted in NAMES else NAMES[0]


def turn(app: App[Any]) -> str:
    """Go on to the next theme; its name."""
    at = NAMES.index(app.theme) if app.theme in NAMES else -1
    app.theme = NAMES[(at + 1) % len(NAMES)]
    return app.theme
