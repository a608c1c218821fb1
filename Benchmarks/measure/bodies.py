"""From the key that sends to the answer on the screen, and what it takes to hold it."""

from measure import process
from measure.report import Section, median, megabytes, milliseconds


def small(setup, section):
    program = setup.start(setup.sending)
    times = [setup.send(program, "small") for _ in range(setup.sends)]
    program.end()
    shown = [time.shown for time in times[1:]]
    section.row("small", f"first {milliseconds(times[0].shown)}, then {milliseconds(median(shown))}", "", "", "", "")


def small_beside(setup, section):
    program = setup.start_wuzz(f"http://127.0.0.1:{setup.server.port}/small")
    if not program:
        return
    first, *rest = [setup.send_by_wuzz(program) for _ in range(setup.sends)]
    program.end()
    section.row("small, wuzz", f"first {milliseconds(first)}, then {milliseconds(median(rest))}", "", "", "", "")


def large(setup, section, name):
    times, peaks, anonymous = [], [], []
    for _ in range(setup.large_sends):
        program = setup.start(setup.sending)
        program.wait_for_quiet(0.5)
        idle = process.status(program.pid)["RssAnon"]
        peak = process.PeakOf(program.pid, "RssAnon")
        program.on_wait = peak
        times.append(setup.send(program, name))
        program.wait_for_quiet(1.0)
        times[-1].all_known = program.frames[-1].at - times[-1].last_byte
        peaks.append(process.status(program.pid)["VmHWM"])
        peak()
        anonymous.append(peak.peak - idle)
        program.end()
    section.row(
        name, milliseconds(median([time.shown for time in times])),
        milliseconds(max(0, median([time.shown_after_last_byte for time in times]))),
        milliseconds(max(0, median([time.all_known for time in times]))), megabytes(median(peaks)),
        megabytes(median(anonymous)))


def measure(setup):
    section = Section(
        "Answers",
        [
            "body", "key to shown", "last byte sent to first screen", "last byte sent to last frame", "VmHWM",
            "peak RssAnon beyond idle",
        ])
    small(setup, section)
    small_beside(setup, section)
    large(setup, section, "10mb")
    large(setup, section, "100mb")
    section.note(
        f"Shown: a word of the body's first line stands in the terminal's bytes. {setup.sends} small answers over one connection; "
        f"the large ones {setup.large_sends} times, each in a new process and without a history, so that there is no answer to compare with, median. VmHWM counts mapped files; RssAnon does not, and is "
        "sampled every 5 ms or at each output. The first line is shown while a body arrives, so the last byte may well be sent after it: "
        "0 ms then. The server is a process of its own, on the same processors.")
    return section
