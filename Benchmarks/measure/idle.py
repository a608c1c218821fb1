"""What an explorer costs that nobody touches."""

import time

from measure import process
from measure.report import Section, megabytes, milliseconds

QUIET = 7.0


def measure(setup):
    section = Section("Idle", ["collection", "wake-ups", "processor", "RSS", "RssAnon", "threads"])
    for name, directory in setup.collections:
        program = setup.start(directory)
        program.wait_for_quiet(QUIET, timeout=QUIET)
        wakeups, cpu = process.wakeups(program.pid), process.cpu_seconds(program.pid)
        time.sleep(setup.idle)
        status = process.status(program.pid)
        section.row(
            name, process.wakeups(program.pid) - wakeups, milliseconds(process.cpu_seconds(program.pid) - cpu),
            megabytes(status["VmRSS"]), megabytes(status["RssAnon"]), process.threads(program.pid))
        program.end()
    section.note(
        f"Over {setup.idle:.0f} s, of which the first begin when nothing was written for {QUIET:.0f} s: by then, threads that helped at "
        "the start have ended. Wake-ups are the voluntary context switches of all threads.")
    return section
