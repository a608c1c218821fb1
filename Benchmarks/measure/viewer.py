"""Large JSON looked at: the first screen, paging, finding, the end; beside `jq .`, less and wuzz."""

import os
import re
import shutil
import subprocess
import time

from measure import process
from measure.documents import END, REST, SOUGHT, Document
from measure.keys import PAGE_DOWN
from measure.report import Section, megabytes, median, milliseconds
from measure.terminal import TerminalProgram, now

FORMS = ("minified", "pretty")
COLUMNS = [
    "body", "program", "first screen", "after the last byte", "page down", "find: shown", "all counted", "its path", "to the end", "VmHWM",
    "peak RssAnon beyond idle",
]
CONTROL_L = b"\x0c"
TOKEN = b"abcdefghijkl"
PAGES = 20
# The program that is measured: it ends by itself or is broken.
PATIENCE = 120


class Late(Exception):
    """A program took longer than it is given."""


class Watch:
    """A program on a terminal with a deadline: what it shows, and when. A cell is seconds, or a text that says why there are none."""

    def __init__(self, program, seconds):
        self.program, self.deadline, self.cells = program, program.started + seconds, {}

    def time_of(self, name, text, since, start):
        """Seconds from `start` until `text` was written, into a cell."""
        while self.program.time_of(text, since) is None:
            size, cpu = len(self.program.output), process.cpu_seconds(self.program.pid)
            until = now() + 1
            while now() < until and self.program.time_of(text, since) is None:
                self.program.pump(0.005)
                if self.program.on_wait:
                    self.program.on_wait()
            if now() > self.deadline:
                raise Late(name)
            if len(self.program.output) == size and process.cpu_seconds(self.program.pid) - cpu < 0.001:
                self.cells[name] = "not shown"
                return
        self.cells[name] = self.program.time_of(text, since) - start

    def press(self, name, keys, text):
        """Presses, and waits for `text`."""
        offset = len(self.program.output)
        self.time_of(name, text, offset, self.program.press(keys))

    def pages(self, key):
        """The median of some pages: from the key to the first byte that answers it."""
        times = []
        for _ in range(PAGES):
            self.program.wait_for_quiet(0.02, timeout=1)
            offset, at = len(self.program.output), self.program.press(key)
            while len(self.program.output) == offset:
                if now() > self.deadline:
                    raise Late("page down")
                self.program.pump(0.005)
            times.append(next(when for when, length in self.program.chunks if length > offset) - at)
        self.cells["page down"] = median(times)


def resting(program, patience=PATIENCE):
    """Waits until the program neither writes nor works. Returns the time of its last frame."""
    deadline = now() + patience
    while now() < deadline:
        cpu, frames = process.cpu_seconds(program.pid), len(program.frames)
        program.wait_for_quiet(0.15)
        time.sleep(0.05)
        if process.cpu_seconds(program.pid) - cpu < 0.002 and len(program.frames) == frames:
            break
    return program.frames[-1].at


def counted(program):
    """Draws the screen anew until it says that there is one match, and no more to come. Returns that time."""
    while True:
        offset = len(program.output)
        program.press_and_see(CONTROL_L)
        program.wait_for_quiet(0.005, timeout=0.02)
        if re.search(rb"1 of 1[^\xe2]", program.output[offset:]):
            return program.frames[-1].at


def microscope(setup, form, size):
    """The request is sent, then everything is done with its body; no answer of an earlier round is there to be compared with it."""
    program = setup.start(setup.sending)
    try:
        resting(program)
        idle = process.status(program.pid)["RssAnon"]
        peak = process.PeakOf(program.pid, "RssAnon")
        program.on_wait = peak
        answer = setup.send(program, f"{form}-{size}")
        watch = Watch(program, PATIENCE)
        watch.cells.update({"first screen": answer.shown, "after the last byte": max(0, answer.shown_after_last_byte)})
        resting(program)
        program.press_and_see(b"3")
        watch.pages(PAGE_DOWN)
        program.press_and_see(b"/")
        asked = now()
        watch.press("find: shown", SOUGHT, REST)
        program.press_and_see(b"\r")
        watch.cells["all counted"] = counted(program) - asked
        watch.cells["its path"] = resting(program) - asked
        watch.press("to the end", b"G", END)
        resting(program)
        peak()
        watch.cells["VmHWM"] = process.status(program.pid)["VmHWM"]
        watch.cells["peak RssAnon beyond idle"] = peak.peak - idle
        return watch.cells
    finally:
        program.end()


def less(setup, form, size):
    program = TerminalProgram(["less", document(setup, form, size)], setup.environment)

    def look(watch):
        watch.time_of("first screen", TOKEN, 0, program.started)
        watch.pages(b" ")
        watch.press("to the end", b"G", END)
        # Last: in one line it may take for ever.
        program.press(b"g")
        program.wait_for_quiet(0.2)
        watch.press("find: shown", b"/" + SOUGHT + b"\r", REST)

    return beside(setup, program, look)


def wuzz(setup, form, size):
    """Its search shows what matches alone; the keys are those that it has from the start."""
    program = setup.start_wuzz(f"http://127.0.0.1:{setup.server.port}/document/{form}/{size}")

    def look(watch):
        word, offset = setup.server.next_token(), len(program.output)
        watch.time_of("first screen", word, offset, program.press(b"\r"))
        _, last = setup.server.wait_for_answer(word, program)
        watch.cells["after the last byte"] = max(0, program.time_of(word, offset) - last)
        program.press(b"\x1b[20~")  # F9: the body
        watch.pages(PAGE_DOWN)
        program.press(b"\x1b[18~")  # F7: the search
        program.wait_for_quiet(0.1)
        for letter in SOUGHT + b"[A-Z]":  # It looks with each key, and mixes up those that come together.
            program.press(bytes([letter]))
            program.wait_for_quiet(0.2)
        watch.press("find: shown", b"*", REST[1:])

    try:
        return beside(setup, program, look)
    finally:
        # An answer that it did not wait for.
        setup.server.forget_answers()


def beside(setup, program, look):
    """Cells of a program that may take too long."""
    watch = Watch(program, setup.limit)
    peak = process.PeakOf(program.pid, "VmHWM")
    program.on_wait = peak
    try:
        look(watch)
        peak()
    except Late as late:
        watch.cells[str(late)] = f"more than {setup.limit:.0f} s"
    finally:
        program.end()
    watch.cells["VmHWM"] = peak.peak
    return watch.cells


def jq(setup, form, size):
    """Its output is read to its end, and that is what "to the end" says."""
    started, cells, peak = now(), {}, 0
    program = subprocess.Popen(["jq", ".", document(setup, form, size)], stdout=subprocess.PIPE)
    os.set_blocking(program.stdout.fileno(), False)
    try:
        while True:
            data = program.stdout.read(1 << 20)
            peak = max(peak, process.status(program.pid).get("VmHWM", peak))
            if data:
                cells.setdefault("first screen", now() - started)
            elif data == b"":
                cells["to the end"] = now() - started
                break
            else:
                time.sleep(0.002)
            if now() - started > setup.limit:
                cells["to the end" if "first screen" in cells else "first screen"] = f"more than {setup.limit:.0f} s"
                break
    finally:
        program.kill()
        program.wait()
    cells["VmHWM"] = peak
    return cells


def document(setup, form, size):
    """A file with the document; only the last one is kept."""
    path = f"{setup.directory}/{form}-{size}.json"
    if not os.path.exists(path):
        for name in os.listdir(setup.directory):
            if name.endswith(".json"):
                os.remove(f"{setup.directory}/{name}")
        Document(form, size).write(path, TOKEN.decode())
        with open(path, "rb") as file:  # it is in the page cache for all who read it
            while file.read(1 << 24):
                pass
    return path


PROGRAMS = {"microscope": microscope, "jq .": jq, "less": less, "wuzz": wuzz}


def text(name, value):
    if name not in ("VmHWM", "peak RssAnon beyond idle"):
        return milliseconds(value) if value < 1 else f"{value:.2f} s"
    return megabytes(value)


def cell(name, rounds):
    """The median of the rounds in which it was measured, or why it was not."""
    values = [one[name] for one in rounds if name in one]
    if not values:
        return ""
    return next((value for value in values if isinstance(value, str)), None) or text(name, median(values))


def measure(setup):
    section = Section("Viewer", COLUMNS)
    late = set()
    for size in setup.sizes:
        for form in FORMS:
            for name, look in PROGRAMS.items():
                if name != "microscope" and not shutil.which(name.split()[0]):
                    continue
                title = f"{size} MB {form}"
                if (name, form) in late:
                    section.row(title, name, "not tried", *[""] * 8)
                    continue
                rounds = []
                while len(rounds) < (3 if size <= 10 else 1) and (name, form) not in late:
                    rounds.append(look(setup, form, size))
                    if any(str(value).startswith("more than") for value in rounds[-1].values()):
                        late.add((name, form))
                section.row(title, name, *[cell(column, rounds) for column in COLUMNS[2:]])
    section.note(
        "An array of records, in one line or pretty; three rounds up to 10 MB (medians), else one, each in a new process. Microscope and wuzz get "
        "it over loopback from the server of bodies (first screen: from the key that sends), jq and less from a file in the page cache (from the "
        "spawn; jq: to the first byte of its output, and to its end). What is found stands at nineteen twentieths; shown: the rest of the word "
        "of which four letters were typed stands in the terminal's bytes. All counted: the screen says that it is the only one; its "
        f"path: the last frame, with the place in the document for which it is read from its start. Pages: the median of {PAGES}, to the first byte. Not shown: the program rests, and it is not on the screen. A program beside that is not done with a body after {setup.limit:.0f} s is stopped there, "
        "and not tried with a larger one. wuzz has no key for the end, and its search shows what matches alone.")
    return section
