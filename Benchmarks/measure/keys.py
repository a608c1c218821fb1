"""From a key written to the frame that answers it."""

import shutil

from measure.report import Section, median, milliseconds, percentile
from measure.terminal import TerminalProgram

PAGE_DOWN = b"\x1b[6~"
CONTROL_END = b"\x1b[1;5F"


def press_all(program, keys):
    """For each key: (seconds to the frame's line, seconds to the first byte after it, seconds inside the program)."""
    times, written = [], len(program.chunks)
    for key in keys:
        program.wait_for_quiet(0.003, timeout=1)
        chunks = len(program.chunks)
        seconds, frame = program.press_and_see(key)
        first = program.chunks[chunks][0] - (frame.at - seconds) if len(program.chunks) > chunks else seconds
        times.append((seconds, first, frame.inside))
    if len(program.chunks) - written < len(keys) / 2:
        raise SystemExit("most keys changed nothing on the screen: what they were to change is not shown")
    return times


def row(section, name, times):
    frames, first, inside = zip(*times)
    cells = [median(frames), percentile(frames, 99), min(frames), median(first), median(inside), percentile(inside, 99)]
    section.row(name, len(times), *[milliseconds(cell) for cell in cells])


def up_and_down(count, length):
    """Steps of a cursor that goes to and fro over so many rows."""
    return [b"j" if index // length % 2 == 0 else b"k" for index in range(count)]


def typing(count, letters=b"abcdefghij"):
    """Ten letters, then ten times Backspace, and again."""
    return [letters[index % 10:index % 10 + 1] if index // 10 % 2 == 0 else b"\x7f" for index in range(count)]


def in_tree(setup, section):
    for name, directory in setup.collections:
        program = setup.start(directory)
        for key in (b"l", b"j", b"l"):
            program.press_and_see(key)
        row(section, f"tree, up and down: {name}", press_all(program, up_and_down(setup.keys, 8)))
        program.end()


def in_filter(setup, section):
    """Three thousand rows: each key asks every request whether it matches, then every row is there to move over."""
    program = setup.start(setup.large)
    program.press_and_see(b"/")
    row(section, "typing in the tree's filter: 3,000 requests", press_all(program, typing(setup.keys, b"request000")))
    for key in (*[b"\x7f"] * 20, *[bytes([letter]) for letter in b"request"], b"\r"):
        program.press(key)
        program.wait_for_quiet(0.03)
    row(section, "tree, up and down: 3,000 rows", press_all(program, up_and_down(setup.keys, 100)))
    program.end()


def in_finder(setup, section):
    """The first letters find nearly everything; the list is there once all texts were made ready."""
    for name, directory in setup.collections:
        program = setup.start(directory)
        program.press_and_see(b"'")
        program.wait_for_quiet(0.5)
        row(section, f"finding a request: {name}", press_all(program, typing(setup.keys, b"request 00")))
        program.end()


def in_url(setup, section):
    for name, directory in setup.collections:
        program = setup.start(directory)
        for key in (b"l", b"j", b"l", b"j", b"2", b"\r"):
            program.press_and_see(key)
        row(section, f"typing in a URL: {name}", press_all(program, typing(setup.keys)))
        program.end()


def beside(setup, section):
    """Typing in the URL of another client, and in an editor, to the first byte: what they draw has no end that one could see."""
    programs = {" in a URL: wuzz": setup.start_wuzz()}
    if shutil.which("vim"):
        vim = programs[" in a text: vim"] = TerminalProgram(["vim", "-u", "NONE", "-N", "-n"], setup.environment)
        vim.wait_for_quiet(0.3)
        vim.press(b"i")
    for name, program in programs.items():
        if program:
            times = []
            for key in typing(setup.keys):
                program.wait_for_quiet(0.003, timeout=1)
                times.append(program.press_and_hear(key))
            program.end()
            section.row(f"typing{name}", len(times), "", "", "", milliseconds(median(times)), "", "")


def in_body(setup, section):
    for name, title in (("10mb", "10 MB of JSON"), ("line", "10 MB of text in one line, wrapped")):
        program = setup.start(setup.sending)
        setup.send(program, name)
        program.wait_for_quiet(1.0)
        program.press_and_see(b"3")
        if name == "line":
            program.press_and_see(b"W")
            program.wait_for_quiet(1.0)
        row(section, f"page down: {title}", press_all(program, [PAGE_DOWN] * setup.keys))
        row(section, f"end and beginning: {title}", press_all(program, [b"G", b"g"] * (setup.keys // 2)))
        program.end()


def in_form(setup, section):
    """A megabyte in the form: looked at, and typed into at its beginning and at its end."""
    for place, (name, tabs) in enumerate((("text", 2), ("json", 2), ("docs", 9))):
        program = setup.start(setup.long)
        for key in (b"g", *[b"j"] * (place + 1), b"2", *[b"]"] * tabs):
            program.press_and_see(key)
        keys = [PAGE_DOWN, b"G", b"g"] * (setup.keys // 3)
        row(section, f"page down, end and beginning: 1 MB of {name} in a form", press_all(program, keys))
        # Down from the URL to the text.
        for key in (*[b"j"] * (1 if name == "docs" else 2), b"\r"):
            program.press_and_see(key)
        row(section, f"typing at the beginning: 1 MB of {name}", press_all(program, typing(setup.keys)))
        program.press_and_see(CONTROL_END)
        row(section, f"typing at the end: 1 MB of {name}", press_all(program, typing(setup.keys)))
        program.end()


def measure(setup):
    section = Section(
        "Key to frame",
        ["where", "keys", "to the frame: median", "p99", "min", "to the first byte: median", "inside: median", "p99"])
    in_tree(setup, section)
    in_filter(setup, section)
    in_finder(setup, section)
    in_url(setup, section)
    beside(setup, section)
    in_form(setup, section)
    in_body(setup, section)
    section.note(
        "From the write on the pseudo-terminal to the frame's line, or the first byte, as read by this script; \"inside\" is the "
        "program's own figure, from the event taken to the frame sent, and knows nothing of the machine's other work "
        "between.")
    return section
