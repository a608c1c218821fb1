"""From the spawn of a program to its first byte, its first frame and the end of its first burst."""

import os
import shutil

from measure import process
from measure.report import Section, megabytes, milliseconds, median, percentile
from measure.terminal import TerminalProgram

QUIET = 0.06


def one_start(arguments, environment):
    """Seconds to: the first byte, the first frame's line (None without a trace), the last byte before it is quiet; the
    processor's, all told; and the bytes of memory that are its own then (RssAnon)."""
    program = TerminalProgram(arguments, environment)
    traced = any("{trace}" in word for word in arguments)
    try:
        program.wait_until(lambda: program.output and (program.frames or not traced))
        program.wait_for_quiet(QUIET, timeout=2)
        frame = program.frames[0].at - program.started if traced else None
        first, last = program.chunks[0][0] - program.started, program.chunks[-1][0] - program.started
        return first, frame, last, process.cpu_seconds(program.pid), process.status(program.pid).get("RssAnon", 0)
    finally:
        program.end()


def candidates(setup):
    """Names and command lines; of the programs beside, those that are installed."""
    text = os.path.join(setup.demo, "opencollection.yml")
    rows = [(name, setup.explorer(directory)) for name, directory in setup.collections]
    rows.insert(1, ("demo, with its API", [setup.binary, "demo", "--trace-frames", "{trace}"]))
    beside = [("less FILE", ["less", text]), ("vim FILE", ["vim", text]), ("wuzz", ["wuzz"]), ("echo: a spawn alone", ["/bin/echo", "x"])]
    return rows + [(name, words) for name, words in beside if shutil.which(words[0])]


def measure(setup):
    section = Section(
        "Start",
        [
            "program", "first byte: median", "p90", "first frame: median", "p90", "min", "last byte of it: median",
            "processor: median", "min", "RssAnon: median",
        ])
    programs, results = candidates(setup), {}
    for _ in range(setup.starts):
        for name, arguments in programs:
            results.setdefault(name, []).append(one_start(arguments, setup.environment))
    for name, times in results.items():
        first, frames, last, cpu, memory = zip(*times)
        framed = [milliseconds(f(frames)) for f in (median, p90, min)] if frames[0] is not None else ["", "", ""]
        rest = [milliseconds(median(last)), milliseconds(median(cpu)), milliseconds(min(cpu)), megabytes(median(memory))]
        section.row(name, milliseconds(median(first)), milliseconds(p90(first)), *framed, *rest)
    section.note(
        f"{setup.starts} starts of each, in turns. From just before the fork to what is read on the pseudo-terminal "
        f"(120x40), or to the frame's line on `--trace-frames`. The files are in the page cache. The processor's time is "
        "that of all threads until it was quiet: more than the wall clock's where two processors worked, and it does not grow with the "
        "machine's other work.")
    return section


def p90(values):
    return percentile(values, 90)
