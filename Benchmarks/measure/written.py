"""What a key costs on the wire: bytes written to the terminal until the screen is quiet again, at 80 columns and 24 rows."""

import json
import os
import shutil

from measure.keys import PAGE_DOWN, typing, up_and_down
from measure.report import Section, median, percentile
from measure.terminal import TerminalProgram

SIZE = (80, 24)
QUIET = 0.04
F1 = b"\x1bOP"


def start(setup, arguments):
    program = TerminalProgram(arguments, setup.environment, SIZE)
    program.wait_until(lambda: program.output)
    program.wait_for_quiet(0.3)
    return program


def press_all(program, keys):
    """The bytes that came for each key."""
    sizes = []
    for key in keys:
        before = len(program.output)
        program.press(key)
        # An answer may take its time to begin; what follows comes at once.
        program.pump(0.2)
        program.wait_for_quiet(QUIET, timeout=2)
        sizes.append(len(program.output) - before)
    if median(sizes) == 0:
        raise SystemExit("most keys changed nothing on the screen: what they were to change is not shown")
    return sizes


def row(section, what, name, sizes):
    section.row(what, name, len(sizes), f"{median(sizes):.0f}", percentile(sizes, 99), max(sizes))


def text_file(setup):
    """The lines of a body as Microscope shows it, for the pagers beside it."""
    path = os.path.join(setup.directory, "body.json")
    with open(path, "w") as file:
        json.dump([{"id": number, "name": f"user {number}", "tags": ["a", "b"]} for number in range(4000)], file, indent=2)
    return path


def microscope(setup, section, count):
    program = start(setup, setup.explorer(setup.demo))
    for key in (b"l", b"j", b"l"):
        program.press_and_see(key)
    row(section, "down, up in a list", "microscope: tree", press_all(program, up_and_down(count, 8)))
    row(section, "help, and back", "microscope", press_all(program, [F1, b"\x1b"] * (count // 8)))
    for key in (b"2",):
        program.press_and_see(key)
    row(section, "next tab", "microscope: request", press_all(program, [b"]"] * (count // 2)))
    program.end()
    program = start(setup, setup.explorer(setup.demo))
    for key in (b"l", b"j", b"l", b"j", b"2", b"\r"):
        program.press_and_see(key)
    row(section, "typing", "microscope: URL", press_all(program, typing(count)))
    program.end()


def microscope_with_body(setup, section, count):
    program = start(setup, setup.explorer(setup.sending))
    setup.send(program, "10mb")
    program.wait_for_quiet(1.0)
    program.press_and_see(b"3")
    row(section, "page down", "microscope: body, a pane", press_all(program, [PAGE_DOWN] * count))
    row(section, "scrolling by a line", "microscope: body, a pane", press_all(program, [b"j"] * count))
    program.press_and_see(b"z")
    row(section, "page down", "microscope: body, zoomed", press_all(program, [PAGE_DOWN] * count))
    row(section, "scrolling by a line", "microscope: body, zoomed", press_all(program, [b"j"] * count))
    program.end()
    program = start(setup, setup.explorer(setup.sending))
    setup.send(program, "small")
    program.wait_for_quiet(0.5)
    program.press_and_see(b"4")
    frames, sizes = len(program.frames), []
    for _ in range(max(4, count // 8)):
        press_all(program, [b"s"])
    sizes = [frame.bytes for frame in program.frames[frames:] if frame.event == "event"]
    row(section, "lines of a log, as they come", "microscope: log, each frame", sizes)
    program.end()
    # Of all but the first nobody asked when they were sent.
    setup.server.forget_answers()


def beside(setup, section, count):
    path = text_file(setup)
    if shutil.which("less"):
        program = start(setup, ["less", path])
        row(section, "page down", "less", press_all(program, [b" "] * count))
        row(section, "scrolling by a line", "less", press_all(program, [b"j"] * count))
        row(section, "help, and back", "less", press_all(program, [b"h", b"q"] * (count // 8)))
        program.end()
    if shutil.which("vim"):
        program = start(setup, ["vim", "-u", "NONE", "-N", "-n", path])
        row(section, "down, up in a list", "vim", press_all(program, up_and_down(count, 8)))
        row(section, "page down", "vim", press_all(program, [b"\x06"] * count))
        row(section, "scrolling by a line", "vim", press_all(program, [b"\x05"] * count))
        program.press(b"gg0i")
        program.wait_for_quiet(0.2)
        row(section, "typing", "vim", press_all(program, typing(count)))
        program.end()
    wuzz = shutil.which("wuzz")
    if wuzz:
        program = start(setup, [wuzz])
        row(section, "typing", "wuzz: URL", press_all(program, typing(count)))
        row(section, "next tab", "wuzz: next view", press_all(program, [b"\t"] * (count // 2)))
        program.end()


def following(setup, section, count):
    """What `tail -f` writes for a line of the same length: no program can write less."""
    path = os.path.join(setup.directory, "growing.log")
    open(path, "w").close()
    program = TerminalProgram(["tail", "-f", path], setup.environment, SIZE)
    program.wait_for_quiet(0.3)
    sizes = []
    for number in range(max(4, count // 8)):
        before = len(program.output)
        with open(path, "a") as file:
            file.write(f"14:02:11 info  GET http://127.0.0.1/small: 200 OK in 1.{number} ms\n")
        program.wait_until(lambda: len(program.output) > before)
        program.wait_for_quiet(QUIET)
        sizes.append(len(program.output) - before)
    row(section, "lines of a log, as they come", "tail -f", sizes)
    program.end()


def measure(setup):
    section = Section("Bytes for a key", ["what", "program", "times", "median", "p99", "max"])
    count = min(setup.keys, 80)
    microscope(setup, section, count)
    microscope_with_body(setup, section, count)
    beside(setup, section, count)
    if shutil.which("tail"):
        following(setup, section, count)
    section.rows.sort(key=lambda cells: cells[0])
    section.note(
        f"Bytes read from the pseudo-terminal ({SIZE[0]}x{SIZE[1]}, TERM=xterm-256color) from the key until nothing came for {QUIET * 1000:.0f} ms. "
        "less and vim show a file of pretty JSON in one colour and have the whole screen; Microscope colours it, and draws tree, request and log beside it unless zoomed.")
    return section
