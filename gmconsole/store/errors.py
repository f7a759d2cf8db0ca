"""What the store answers when it cannot open a save: one error type, its code, and one plain English line."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

MESSAGES: Mapping[str, str] = {
    "missing": "{path}: there is no save here",
    "exists": "{path}: a save already exists here; open it or choose another name",
    "not_regular": "{path}: not a regular file",
    "link_loop": "{path}: the symbolic link leads nowhere",
    "too_large": "{path}: {size} bytes; a save may hold at most {limit}",
    "empty": "{path}: the save is empty and no backup is left; nothing was changed",
    "unreadable": "{path}: {reason}; no backup can be read either; nothing was changed",
    "locked": "{path}: already open: {holder}",
    "newer_schema": "{path}: written by a newer version{by} (schema {schema}, this version writes {ours}); "
    "it can be looked at but not changed",
    "too_new": "{path}: written by a newer version{by} (schema {schema}); this version cannot read it",
    "unusable_edit": "{path}: edited by hand, but {reason}; nothing was changed",
    "edited_pending": "{path}: edited by hand while {pending} later action(s) stand in the journal; "
    "nothing was changed.\n"
    "Choose, then open the save again:\n"
    "  keep the edit, drop those actions:   mv {quoted_folder} {quoted_folder}.old\n"
    "  keep those actions, drop the edit:   mv {quoted_path} {quoted_path}.edited\n"
    "  keep both: as in the line above, then enter the edit again as corrections (see {path}.edited)",
    "io": "{path}: {reason}",
}


class StoreError(Exception):
    """A save that cannot be opened, created or read. `code` is a key of MESSAGES, `params` fills its fields.

    Whenever it is raised the files of the save are byte for byte what they were before.
    """

    def __init__(self, code: str, path: object, **params: str | int) -> None:
        self.code = code
        self.params: dict[str, str | int] = {"path": str(path), **params}
        quoted = {f"quoted_{name}": shlex.quote(str(value)) for name, value in self.params.items()}
        super().__init__(MESSAGES[code].format(**self.params, **quoted))
