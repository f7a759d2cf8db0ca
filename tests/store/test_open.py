"""Opening a save: hand edits, strangers among the files, locks, links, schemas, and the list of saves (T19-T21)."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from gmconsole.store import Change, Clock, Files, Finding, Store, StoreError, list_saves, migrate, read_save, snapshot
from gmconsole.store import recover as recovery
from gmconsole.store.block import seal
from gmconsole.store.recover import folder_of

from .disk import StillClock
from .model import document, reached, record

GOLDEN = Path(__file__).parent / "golden"


def make(path: Path, *, seq: int = 3, pending: int = 0) -> Path:
    """A save of `seq` actions in its snapshot and some more in its journal, left behind by a killed program."""
    store = Store.create(path, document(0))
    for n in range(1, seq + 1):
        store.append(record(n))
    store.source = lambda: document(seq)
    store.close()
    if pending:
        store, _ = Store.open(path)
        for n in range(seq + 1, seq + pending + 1):
            store.append(record(n))
        assert store.wait(10)
        store.close()
    return path


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder but the locks."""
    return {
        str(it.relative_to(folder)): it.read_bytes() for it in folder.rglob("*") if it.is_file() and it.name != "lock"
    }


def edit(path: Path, before: str, after: str) -> None:
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after, 1))


def refused(path: Path) -> StoreError:
    """The error of opening, after checking that it touched nothing and that looking says the same."""
    before = contents(path.parent)
    with pytest.raises(StoreError) as problem:
        Store.open(path)
    with pytest.raises(StoreError) as seen:
        read_save(path)
    assert seen.value.code == problem.value.code
    assert contents(path.parent) == before
    return problem.value


# hand edits


def test_a_hand_edit_with_nothing_pending_is_accepted_shown_and_kept(tmp_path: Path) -> None:
    path = make(tmp_path / "fight.toml")
    edit(path, "sum = 6", "sum = 60")
    edited = path.read_bytes()
    store, found = Store.open(path)
    assert found.document["state"] == {**document(3)["state"], "sum": 60}
    assert found.report.findings == (Finding("edited"),)
    assert found.report.changes == (Change("state.sum", "6", "60"),)
    assert found.report.lines()[1:] == ["  state.sum: 6 -> 60"]
    assert edited in contents(folder_of(path)).values()
    store.append(record(4))
    store.close()
    again = read_save(path)
    assert (again.document, again.records, again.report.findings) == (found.document, [record(4)], ())


def test_an_accepted_edit_survives_the_loss_of_the_save_file(tmp_path: Path) -> None:
    path = make(tmp_path / "fight.toml")
    edit(path, "sum = 6", "sum = 60")
    store, found = Store.open(path)
    store.append(record(4))
    store.close()
    path.unlink()
    again = read_save(path)
    assert (again.document, again.records, again.report.codes) == (found.document, [record(4)], ("missing",))


def test_actions_after_an_edit_never_follow_the_state_before_it(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    Store.create(path, document(0)).close()
    edit(path, "sum = 0", "sum = 60")
    store, _ = Store.open(path)
    store.append(record(1))
    store.close()
    path.unlink()
    for backup in folder_of(path).glob("B-*"):
        if b"sum = 60" in backup.read_bytes():
            backup.unlink()
    found = read_save(path)
    assert (found.document, found.records) == (document(0), [])
    assert "stranded" in found.report.codes


def test_keys_a_hand_added_come_back(tmp_path: Path) -> None:
    path = make(tmp_path / "fight.toml")
    text = path.read_text().replace("[state]", "[notes]\nwall = 'wet'\n\n[state]\ncolour = 3")
    path.write_text('mood = "grim"\n' + text)
    store, found = Store.open(path)
    assert {(it.path, it.after) for it in found.report.changes or ()} == {
        ("mood", '"grim"'),
        ("notes", '{ wall = "wet" }'),
        ("state.colour", "3"),
    }
    store.close()
    assert read_save(path).document == found.document
    assert [head.save["title"] for head in list_saves(tmp_path)] == ["Cowboy"]


def test_another_layout_is_no_edit(tmp_path: Path) -> None:
    path = make(tmp_path / "fight.toml", pending=2)
    path.write_bytes(b"\xef\xbb\xbf# mine\r\n" + path.read_bytes().replace(b"\n", b"\r\n"))
    store, found = Store.open(path)
    assert reached(found) == 5
    assert found.report.codes == ("reformatted",)
    store.close()


def test_a_hand_edit_with_pending_actions_is_refused(tmp_path: Path) -> None:
    path = make(tmp_path / "a fight.toml", pending=2)
    edit(path, "sum = 6", "sum = 60")
    problem = refused(path)
    assert problem.code == "edited_pending"
    assert problem.params["pending"] == 2
    for choice, expected in enumerate([([], 60), ([4, 5], 6), ([4, 5], 6)]):
        folder = tmp_path / f"choice {choice}"
        folder.mkdir()
        shutil.copytree(folder_of(path), folder_of(folder / path.name))
        shutil.copy(path, folder / path.name)
        command = str(refused(folder / path.name)).splitlines()[2:][choice].split(":", 1)[1].strip()
        if choice < 2:
            subprocess.run(command, shell=True, check=True)
        else:
            assert ".edited" in command
            continue
        store, found = Store.open(folder / path.name)
        assert [it["seq"] for it in found.records] == expected[0]
        assert found.document["state"]["sum"] == expected[1]  # type: ignore[index]
        store.close()


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("sum = 6", "sum = 6.5", "float"),
        ("sum = 6", "sum = 99999999999999999999", "64 bits"),
        ("seq = 2\n", "seq = 7\n", "not in order"),
        ("\n[[history]]\nseq = 3", "\n[[history]]\nseq = 9", "past save.seq"),
        ("\n[[history]]\nseq = 3", "\n[[history]]\nsec = 3", "natural number"),
    ],
)
def test_an_edit_the_save_cannot_hold_is_refused(tmp_path: Path, before: str, after: str, said: str) -> None:
    path = make(tmp_path / "fight.toml")
    edit(path, before, after)
    problem = refused(path)
    assert (problem.code, said in str(problem)) == ("unusable_edit", True)


@pytest.mark.parametrize("change", [("\nseq = 3", "\nseq = 4"), ('save_id = "fight-1"', 'save_id = "fight-2"')])
def test_an_edit_of_what_joins_save_and_journal_is_set_aside(tmp_path: Path, change: tuple[str, str]) -> None:
    path = make(tmp_path / "fight.toml", pending=2)
    edit(path, *change)
    edited = path.read_bytes()
    store, found = Store.open(path)
    assert reached(found) == 5
    assert found.report.codes == ("bad",)
    assert edited in contents(tmp_path).values()
    store.close()


def test_a_file_made_by_hand_needs_no_seal(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[save]\ntitle = "Mine"\n[state]\nrain = true # heavy\n')
    store, found = Store.open(path)
    assert found.report.codes == ("handmade",)
    assert found.document["state"] == {"rain": True}
    assert {"title", "schema", "seq", "save_id"} == set(found.document["save"])  # type: ignore[call-overload]
    store.append({"seq": 1, "what": "first"})
    store.close()
    assert any(b"# heavy" in data for data in contents(folder_of(path)).values())
    assert read_save(path).records == [{"seq": 1, "what": "first"}]


def test_a_copied_save_goes_on_alone(tmp_path: Path) -> None:
    path = make(tmp_path / "fight.toml")
    shutil.copy(path, tmp_path / "copy.toml")
    for name in ("fight.toml", "copy.toml"):
        store, found = Store.open(tmp_path / name)
        assert (reached(found), found.report.codes) == (3, ())
        store.append(record(4))
        store.close()


# files that are no save


@pytest.mark.parametrize(
    ("data", "code", "said"),
    [
        (b"", "empty", "empty"),
        (b" \n", "empty", "empty"),
        (bytes(100), "unreadable", "zero bytes"),
        (b"[save\n", "unreadable", "line 1"),
        ("[save]\ntitle = 'é'".encode("latin-1"), "unreadable", "UTF-8"),
        ("[save]".encode("utf-16"), "unreadable", "UTF-8"),
        (b"x = " + b"[" * 5000, "unreadable", "TOML"),
        (b"save = 3", "unreadable", "table"),
        (b"history = 3", "unusable_edit", "list of tables"),
    ],
)
def test_a_file_that_is_no_save_is_refused_and_nothing_is_created(
    tmp_path: Path, data: bytes, code: str, said: str
) -> None:
    path = tmp_path / "fight.toml"
    path.write_bytes(data)
    problem = refused(path)
    assert (problem.code, said in str(problem)) == (code, True)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("kind", ["folder", "pipe", "socket link", "loop", "large", "missing"])
def test_what_is_no_plain_file_is_refused_without_waiting(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "fight.toml"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket link":
        path.symlink_to("/dev/null")
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "large":
        path.touch()
        os.truncate(path, 17 * 1024 * 1024)
    expected = {"loop": "link_loop", "large": "too_large", "missing": "missing"}.get(kind, "not_regular")
    assert refused(path).code == expected


def test_a_link_is_followed_once_and_stays_a_link(tmp_path: Path) -> None:
    path = make(tmp_path / "fight.toml")
    link = tmp_path / "elsewhere" / "link.toml"
    link.parent.mkdir()
    link.symlink_to(path)
    store, _ = Store.open(link)
    with pytest.raises(StoreError, match="already open"):
        Store.open(path)
    store.append(record(4))
    store.source = lambda: document(4)
    store.close()
    assert link.is_symlink()
    assert list(link.parent.iterdir()) == [link]
    assert reached(read_save(path)) == 4


def test_creating_over_a_save_is_refused(tmp_path: Path) -> None:
    path = make(tmp_path / "fight.toml")
    before = contents(tmp_path)
    for _ in range(2):
        with pytest.raises(StoreError) as problem:
            Store.create(path, document(0))
        assert problem.value.code == "exists"
        before.pop("fight.toml", None)
        path.unlink(missing_ok=True)
        assert contents(tmp_path) == before


# strangers among the files


def test_segments_that_do_not_belong_are_set_aside(tmp_path: Path) -> None:
    path = make(tmp_path / "fight.toml", pending=1)
    other = Store.create(tmp_path / "other.toml", {**document(0), "save": {**document(0)["save"], "save_id": "o"}})
    other.append(record(1))
    other.close()
    foreign = next(folder_of(other.path).glob("J-*"))
    shutil.copy(foreign, folder_of(path) / "J-00000009.toml")
    store, found = Store.open(path)
    assert reached(found) == 4
    assert found.report.findings == (Finding("foreign", {"file": "J-00000009.toml"}),)
    (aside,) = folder_of(path).glob("damaged-*")
    assert (aside / "J-00000009.toml").read_bytes() == foreign.read_bytes()
    store.close()
    assert read_save(path).report.findings == ()


def test_a_gap_in_the_journal_strands_what_lies_behind_it(tmp_path: Path) -> None:
    path = make(tmp_path / "fight.toml", pending=2)
    shutil.copy(path, tmp_path / "old.toml")
    store, _ = Store.open(path)
    store.source = lambda: document(5)
    store.request_snapshot()
    store.close()
    store, _ = Store.open(path)
    store.append(record(6))
    store.close()
    shutil.copy(tmp_path / "old.toml", path)
    for segment in folder_of(path).glob("J-00000003*"):
        segment.unlink()
    for backup in folder_of(path).glob("B-00000005*"):
        backup.unlink()
    store, found = Store.open(path)
    assert reached(found) == 3
    assert {it.params["entries"] for it in found.report.findings if it.code == "stranded"} == {1}
    store.close()


def test_an_older_save_file_put_back_does_not_hide_the_newer_state(tmp_path: Path) -> None:
    path = make(tmp_path / "fight.toml", seq=2)
    old = path.read_bytes()
    store, _ = Store.open(path)
    store.append(record(3))
    store.source = lambda: document(3)
    store.close()
    for segment in folder_of(path).glob("J-*"):
        segment.unlink()
    path.write_bytes(old)
    store, found = Store.open(path)
    assert (reached(found), found.report.codes) == (3, ("older",))
    store.close()
    assert reached(read_save(path)) == 3


def test_only_our_own_stale_temporaries_are_deleted(tmp_path: Path) -> None:
    path = make(tmp_path / "fight.toml")
    ours = [tmp_path / ".fight.toml.0a.tmp", folder_of(path) / ".B-00000003.toml.0a.tmp"]
    others = [tmp_path / ".fright.toml.0a.tmp", tmp_path / "fight.toml.tmp", folder_of(path) / "notes.tmp"]
    for it in ours + others:
        it.touch()
    Store.open(path)[0].close()
    assert [it.exists() for it in ours + others] == [False, False, True, True, True]


def test_two_things_set_aside_in_the_same_second_both_stay(tmp_path: Path) -> None:
    path = make(tmp_path / "fight.toml")
    for n in range(3):
        path.write_bytes(b"rubbish %d" % n)
        store, found = Store.open(path, clock=StillClock())
        assert reached(found) == 3
        store.close()
    kept = [data for name, data in contents(tmp_path).items() if "damaged-19700101" in name]
    assert sorted(kept) == [b"rubbish 0", b"rubbish 1", b"rubbish 2"]


def test_the_order_of_things_never_depends_on_the_clock(tmp_path: Path) -> None:
    class Backwards(Clock):
        now = 1e9

        def wall(self) -> str:
            Backwards.now -= 1e6
            return f"{Backwards.now:.0f}"

    path = tmp_path / "fight.toml"
    Store.create(path, document(0), clock=Backwards()).close()
    for n in range(1, 14):
        store, found = Store.open(path, clock=Backwards())
        assert (reached(found), found.report.codes) == (n - 1, ())
        store.append(record(n))
        store.source = lambda n=n: document(n)
        store.close()
        os.utime(path, (n, 2**31 - n))
    backups = sorted(it.name for it in folder_of(path).glob("B-*"))
    assert backups == [f"B-{n:08}.toml" for n in range(6, 14)]


# locks


def test_a_second_opener_in_another_process_is_refused_and_told_who_holds_it(tmp_path: Path) -> None:
    path = make(tmp_path / "fight.toml")
    store, _ = Store.open(path)
    child = os.fork()
    if child == 0:
        try:
            Store.open(path)
        except StoreError as problem:
            right = problem.code == "locked" and f"pid {os.getppid()} on " in str(problem) and " since " in str(problem)
            os._exit(0 if right else 2)
        os._exit(3)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert reached(read_save(path)) == 3
    store.close()
    Store.open(path)[0].close()


def test_what_a_stale_lock_says_is_not_believed(tmp_path: Path) -> None:
    path = make(tmp_path / "fight.toml")
    (folder_of(path) / "lock").write_bytes(b"pid 1 on mars since 9999\xff" * 100)
    Store.open(path)[0].close()


def test_a_lock_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    path = make(tmp_path / "fight.toml")
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (folder_of(path) / "lock").unlink()
    (folder_of(path) / "lock").symlink_to(victim)
    with pytest.raises(StoreError):
        Store.open(path)
    assert victim.read_text() == "precious"


# schemas


def future(path: Path, reader: int) -> None:
    """Make the save look as a later program would write it, seal and all."""
    text = path.read_bytes().replace(
        b"schema = 1\nmin_reader = 1", b'schema = 9\nmin_reader = %d\nwritten_by = "3.0"' % reader
    )
    text = text[: text.rfind(b"# seal")]
    path.write_bytes(text + seal(3, len(text), snapshot.digest(text)))


def test_a_newer_schema_can_be_looked_at_where_it_allows_it(tmp_path: Path) -> None:
    path = make(tmp_path / "fight.toml")
    future(path, 1)
    before = contents(tmp_path)
    with pytest.raises(
        StoreError, match=r"version of the program, 3\.0 \(schema 9, this version writes 1\)"
    ) as problem:
        Store.open(path)
    assert problem.value.code == "newer_schema"
    assert read_save(path).document["state"] == document(3)["state"]
    assert contents(tmp_path) == before


def test_a_schema_too_new_to_read_is_named(tmp_path: Path) -> None:
    path = make(tmp_path / "fight.toml")
    future(path, 2)
    assert refused(path).code == "too_new"


@pytest.mark.parametrize("schema", ["", "schema = -1\n", 'schema = "one"\n'])
def test_a_schema_that_is_none_is_taken_as_made_by_hand(tmp_path: Path, schema: str) -> None:
    path = make(tmp_path / "fight.toml")
    edit(path, "schema = 1\n", schema)
    store, found = Store.open(path)
    assert found.document["state"] == document(3)["state"]
    store.close()


def test_an_older_schema_is_brought_up_and_its_original_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = make(tmp_path / "fight.toml", pending=2)
    original = path.read_bytes()

    def step(document, records):  # type: ignore[no-untyped-def]
        return {**document, "weather": {"rain": False}}, [{**it, "round": 1} for it in records]

    for module in (migrate, recovery, snapshot):
        monkeypatch.setattr(module, "SCHEMA", 2)
    monkeypatch.setattr(migrate, "STEPS", {1: step})
    store, found = Store.open(path)
    assert found.report.findings == (Finding("migrated", {"before": 1, "after": 2}),)
    assert found.document["weather"] == {"rain": False}
    assert found.records == [{**record(n), "round": 1} for n in (4, 5)]
    store.append(record(6))
    store.close()
    assert original in contents(folder_of(path)).values()
    again = read_save(path)
    assert again.document == found.document
    assert again.records == [*found.records, record(6)]
    assert again.report.findings == ()


def test_the_golden_save_of_schema_1_still_opens(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN / "schema-1", tmp_path / "saves")
    path = tmp_path / "saves" / "fight.toml"
    store, found = Store.open(path)
    assert found.document["save"]["seq"] == 5  # type: ignore[index]
    assert (reached(found), found.report.findings) == (8, ())
    store.close()
    path.unlink()
    assert reached(read_save(path)) == 8


# the list


def test_the_list_of_saves_reads_heads_only(tmp_path: Path) -> None:
    class Counting(Files):
        count = 0

        def read(self, path: Path, size: int = -1) -> bytes:
            data = super().read(path, size)
            self.count += len(data)
            return data

    make(tmp_path / "b.toml")
    large = {**document(0), "state": {"text": "x" * 100_000}}
    Store.create(tmp_path / "a.toml", large).close()
    (tmp_path / "c.toml").write_bytes(b"[save]\nrubbish")
    make(tmp_path / "gone.toml").unlink()
    (tmp_path / "nothing.toml.d").mkdir()
    (tmp_path / "notes.txt").touch()
    files = Counting()
    heads = list_saves(tmp_path, files)
    assert [(it.path.name, it.problem, it.save.get("seq")) for it in heads] == [
        ("a.toml", "", 0),
        ("b.toml", "", 3),
        ("c.toml", "unreadable", None),
        ("gone.toml", "missing", None),
    ]
    assert heads[1].save == document(3)["save"]
    assert files.count < 3 * 4096
