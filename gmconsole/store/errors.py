"""What the store answers when it cannot open a save: one error type, its code, and what it says."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

from gmconsole.core.messages import N_, english
from gmconsole.core.model import Field, Msg

MESSAGES: Mapping[str, str] = {
    "missing": N_("{path}: there is no save here"),
    "exists": N_("{path}: a save already exists here; open it or choose another name"),
    "not_regular": N_("{path}: not a regular file"),
    "link_loop": N_("{path}: the symbolic link leads nowhere"),
    "too_large": N_("{path}: {size} bytes; a save may hold at most {limit}"),
    "empty": N_("{path}: the save is empty and no backup is left; nothing was changed"),
    "unreadable": N_("{path}: {reason}; no backup can be read either; nothing was changed"),
    "locked": N_("{path}: already open: {holder}"),
    "newer_schema": N_(
        "{path}: written by {by} (schema {schema}, this version writes {ours}); it can be looked at but not changed"
    ),
    "too_new": N_("{path}: written by {by} (schema {schema}); this version cannot read it"),
    "unusable_edit": N_("{path}: edited by hand, but {reason}; nothing was changed"),
    "edited_pending": N_(
        "{path}: edited by hand while the journal holds later actions ({pending}); nothing was changed.\n"
        "Choose, then open the save again:\n"
        "  keep the edit, drop those actions:   mv {quoted_folder} {quoted_folder}.old\n"
        "  keep those actions, drop the edit:   mv {quoted_path} {quoted_path}.edited\n"
        "  keep both: as in the line above, then enter the edit again as corrections (see {path}.edited)"
    ),
    "io": N_("{path}: {reason}"),
}


class StoreError(Exception):
    """A save that cannot be opened, created or read. `code` is a key of MESSAGES, `params` fills its fields; `sentence`
    is both together, `str` the same in plain English.

    Whenever it is raised the files of the save are byte for byte what they were before.
    """

    def __init__(self, code: str, path: object, **params: str | int | Msg) -> None:
        self.code = code
        self.params: dict[str, Field] = {"path": str(path), **params}
        quoted = {f"quoted_{name}": shlex.quote(str(value)) for name, value in self.params.items()}
        self.sentence = Msg(MESSAGES[code], {**self.params, **quoted})
        super().__init__(english(self.sentence))
