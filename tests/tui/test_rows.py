"""The panes as text: goldens in both languages and two widths, and the small tools they are made with.

``UPDATE_GOLDENS=1`` writes the goldens anew; the difference is what there is to review.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gmconsole.board import distance, rows
from gmconsole.board.cells import NO_LINE_START, Seg, cut, cut_row, fit, flow, row, safe, target_at, width, wrap
from gmconsole.language import complete
from gmconsole.tui import prompt

from ..helpers import golden, script
from .table import cowboy

GOLDENS = Path(__file__).parent / "goldens"
MOMENTS = {"initiative": 3, "movement": 11, "speed": 12, "action": 22}


def panes(lang: str, cells: int) -> str:
    """Every pane at some moments of the main line."""
    out: list[str] = []
    for moment, lines in MOMENTS.items():
        encounter = cowboy(lang, lines=script("cowboy" if lang == "en" else "cowboy_zh")[:lines])
        board, words = encounter.board(), encounter.words()
        proposed = prompt.proposal(encounter, board)
        side = cells // 3
        shown = {
            "header": [rows.header(board, words, cells, narrow=cells < 100)],
            "tracker": [*rows.tracker(board, words, cells), *prompt.task_hints(board, words, proposed, cells)],
            "order": rows.order(board, words, side),
            "crew": rows.crew(board, words, cells),
            "party": rows.people(board, words, cells, ("party",)),
            "others": rows.people(board, words, cells, ("others",)),
            "matrix": rows.distance(board, words, side, "matrix"),
            "lanes": rows.distance(board, words, side, "lanes", "npc-001"),
            "reach": rows.distance(board, words, side, "reach"),
            "soon": rows.soon(board, words, side),
            "log": rows.log(board, words, cells)[-8:],
            "footer": [
                prompt.footer(board, words, cells, encounter.driver, proposed, undo=True, redo=False, composing=False)
            ],
        }
        draft = prompt.look(encounter.driver, proposed.line)
        shown["composer"] = prompt.composer(draft, words, cells, 0, prompt.odds(encounter, draft, words))
        out.append(f"##### {moment}: {proposed.line}\n")
        for name, made in shown.items():
            limit = side if name in ("order", "matrix", "lanes", "reach", "soon") else cells
            text = [cut_row(r, limit).text.rstrip() for r in made]
            assert all(width(line) <= limit for line in text)
            out.append(f"--- {name}\n" + "\n".join(text) + "\n")
    return "\n".join(out)


@pytest.mark.parametrize(
    ("cells", "shown"),
    [
        (19, "力量 9  士气组 band"),
        (18, "力量 9  士气组 ba~"),
        (12, "力量 9  士~"),
        (9, "力量 9~"),
        (7, "力量 9~"),
        (6, "力量~"),
        (0, ""),
    ],
)
def test_a_row_that_is_cut_says_so_once(cells: int, shown: str) -> None:
    line = row(Seg("力量 9"), "  ", Seg("士气组 band"))
    assert cut_row(line, cells).text == shown


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("cells", [120, 80])
def test_panes_read_as_they_should(lang: str, cells: int) -> None:
    golden(GOLDENS / f"panes_{lang}_{cells}.txt", panes(lang, cells))


@given(st.text(max_size=200), st.integers(2, 60))
def test_wrapping_loses_nothing_and_fits(text: str, cells: int) -> None:
    lines = wrap(text, cells)
    assert lines
    assert all(width(line) <= cells for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.text(alphabet="牛仔靠近，。」ab", min_size=1, max_size=80), st.integers(8, 30))
def test_no_line_begins_with_a_closing_sign(text: str, cells: int) -> None:
    lines = wrap("牛" + text.replace("，，", "，").replace("。。", "。").replace("」」", "」"), cells)
    crowded = any(a in NO_LINE_START and b in NO_LINE_START for a, b in pairwise(text))
    assert crowded or not any(line.lstrip()[:1] in NO_LINE_START for line in lines[1:] if line.strip())


@given(st.text(max_size=60), st.integers(0, 40))
def test_cutting_and_fitting_are_exact(text: str, cells: int) -> None:
    assert width(cut(text, cells)) <= cells
    assert width(fit(safe(text), cells)) == cells


@given(st.text(max_size=60))
def test_nothing_that_steers_a_terminal_is_left(text: str) -> None:
    assert all(c.isprintable() or c == "\u3000" for c in safe(text))


def test_a_click_means_the_piece_or_else_the_row() -> None:
    line = row(Seg("ab"), Seg("牛仔", "", "who:1"), "x", target="task:0")
    assert [target_at(line, x) for x in (0, 2, 5, 6, 40)] == ["task:0", "who:1", "who:1", "task:0", "task:0"]


def test_pieces_flow_into_rows_without_being_cut() -> None:
    made = flow(Seg("near "), [Seg(f"{n} Name") for n in range(9)], 20, 5)
    assert all(width(r.text) <= 20 for r in made)
    assert "".join(r.text for r in made).count("Name") == 9
    assert all(r.text.startswith("     ") for r in made[1:])


def test_lanes_show_everybody_once_and_who_moved() -> None:
    encounter = cowboy(lines=script("cowboy")[:16])
    board, words = encounter.board(), encounter.words()
    text = "\n".join(r.text for r in distance.lanes(board, words, 40, "npc-001"))
    for name in ("Jessica*", "Mike", "(Hanged body)"):
        assert text.count(name) == 1
    assert "Cowboy" not in text
    assert "Cowboy" in distance.title(board, words, "lanes", "npc-001")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_word_offered_is_understood(lang: str) -> None:
    """Whatever is offered for a line is a word that the line's verb takes there."""
    encounter = cowboy(lang, lines=script("cowboy" if lang == "en" else "cowboy_zh")[:16])
    driver = encounter.driver
    for verb in driver.verbs():
        word = verb.name.zh if lang == "zh" else verb.name.en
        offered = complete.offer(driver, word + " ")
        assert offered.verb is verb
        for group in offered.groups:
            for choice in group.choices:
                text = complete.add_word(word + " ", "", choice)
                again = complete.offer(driver, text)
                assert again.verb is verb, text
                assert again.form, text


def test_the_last_word_is_taken_off() -> None:
    assert complete.drop_word('act mike "light the lamp" ') == "act mike "
    assert complete.drop_word("act ") == ""
    assert complete.drop_word("") == ""
