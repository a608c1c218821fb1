"""Looking for a text in all files of a collection, beside ripgrep on the same files."""

import os
import shutil
import subprocess
import time

from measure.report import Section, median, milliseconds

ROUNDS = 10
WORD, LINE = "zebrafinch", "zebrafinch lives here"


def measure(setup):
    section = Section("Searching all files", ["what", "rounds", "median", "min", "of rg's"])
    with open(os.path.join(setup.larger, "found-here.yml"), "w") as file:
        file.write(f"info:\n  name: Found\n  type: http\n\nhttp:\n  method: GET\n  url: /found\n\ndocs: |-\n  {LINE}\n")
    rg = [by_rg(setup.larger) for _ in range(ROUNDS)] if shutil.which("rg") else []
    ours = in_finder(setup)
    ratio = f"{median(ours) / median(rg):.2f}" if rg else ""
    section.row("finder: 20,000 requests, from the keys to the line found", len(ours), milliseconds(median(ours)), milliseconds(min(ours)), ratio)
    if rg:
        section.row("rg: the whole program", len(rg), milliseconds(median(rg)), milliseconds(min(rg)), "1.00")
    section.note(
        "One file has the word. It is typed at once, so that nothing was narrowed before; the files are in the page cache. "
        "rg: from the spawn to its end, without regard to capitals, as the finder searches.")
    return section


def by_rg(directory):
    start = time.monotonic()
    subprocess.run(["rg", "-i", "--no-ignore", WORD, directory], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def in_finder(setup):
    program = setup.start(setup.larger)
    times = []
    for _ in range(ROUNDS):
        program.press_and_see(b"'")
        program.wait_for_quiet(0.3)
        offset = len(program.output)
        pressed = program.press(WORD.encode())
        # The word alone is on the screen as soon as it is typed.
        program.wait_until(lambda: program.time_of(b"lives here", offset), timeout=60)
        times.append(program.time_of(b"lives here", offset) - pressed)
        program.press_and_see(b"\x1b")
        program.wait_for_quiet(0.3)
    program.end()
    return times
