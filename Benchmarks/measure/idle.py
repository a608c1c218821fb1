"""What an explorer costs that nobody touches."""

import time

from measure import process
from measure.report import Section, megabytes, milliseconds

QUIET = 7.0


def row(setup, section, name, program):
    program.wait_for_quiet(QUIET, timeout=QUIET)
    wakeups, cpu = process.wakeups(program.pid), process.cpu_seconds(program.pid)
    time.sleep(setup.idle)
    status = process.status(program.pid)
    section.row(
        name, process.wakeups(program.pid) - wakeups, milliseconds(process.cpu_seconds(program.pid) - cpu),
        megabytes(status["VmRSS"]), megabytes(status["RssAnon"]), process.threads(program.pid))
    program.end()


def beside(setup, section):
    """Another client, with nothing sent and after a small answer."""
    program = setup.start_wuzz(f"http://127.0.0.1:{setup.server.port}/small")
    if not program:
        return
    row(setup, section, "wuzz", program)
    program = setup.start_wuzz(f"http://127.0.0.1:{setup.server.port}/small")
    setup.send_by_wuzz(program)
    row(setup, section, "wuzz, after a small answer", program)


def measure(setup):
    section = Section("Idle", ["what", "wake-ups", "processor", "RSS", "RssAnon", "threads"])
    for name, directory in setup.collections:
        row(setup, section, name, setup.start(directory))
    program = setup.start(setup.sending)
    setup.send(program, "small")
    row(setup, section, "after a small answer", program)
    beside(setup, section)
    section.note(
        f"Over {setup.idle:.0f} s, of which the first begin when nothing was written for {QUIET:.0f} s: by then, threads that helped at "
        "the start have ended. Wake-ups are the voluntary context switches of all threads.")
    return section
