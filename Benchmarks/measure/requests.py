"""Small GETs over kept connections: this library beside curl and URLSession, pair by pair."""

import os

from measure.programs import Server, build, missing, numbers, ratio, run_curl
from measure.report import Section, median

OURS = ["client-curl", "curl", "client-urlsession", "urlsession"]
NAMES = {
    "program": "curl -K (the program)",
    "client-curl": "NetworkClient.send over libcurl",
    "curl": "CurlTransport alone",
    "client-urlsession": "NetworkClient.send over URLSession",
    "urlsession": "URLSession alone",
}
COLUMNS = ["what sends", "us a request: median", "min", "of it processor", "rate by curl's", "by URLSession's"]


def measure(setup):
    """One after the other, client and server on one processor."""
    section = Section("Sequential GETs", COLUMNS)
    if missing():
        section.note(f"Skipped: {', '.join(missing())} not found.")
        return section
    processor = str(max(os.sched_getaffinity(0)))
    pinned = ["taskset", "-c", processor]
    times = rounds(setup, processor, [*pinned, "curl"], pinned, [])
    rows(section, times)
    section.note(
        f"{setup.pairs} rounds of {setup.requests} requests each in the order of the table, client and server (nginx, one worker) on "
        "one processor. A ratio is the median of the rounds' ratios (smallest to largest); above 1 is quicker. Processor time is the "
        "client's alone.")
    return section


def measure_parallel(setup):
    """Sixteen at once, on all processors."""
    section = Section("GETs, 16 at once", COLUMNS)
    if missing():
        section.note(f"Skipped: {', '.join(missing())} not found.")
        return section
    everywhere = ",".join(map(str, sorted(os.sched_getaffinity(0))))
    times = rounds(setup, everywhere, ["curl", "--parallel", "--parallel-max", "16"], [], ["16"])
    rows(section, times, "curl --parallel -K (the program)")
    section.note(
        f"{setup.pairs} rounds of {setup.requests} requests each, 16 of them at once over kept connections; client and server (nginx, "
        "one worker) share all processors. Ratios as with sequential GETs.")
    return section


def rounds(setup, processors, curl, pinned, extra):
    """For each name its rounds: (wall, processor) microseconds of a request."""
    program, count = build("requests"), setup.requests
    server = Server(setup.directory, processors)
    server.write_urls(1, count)
    times = {name: [] for name in NAMES}
    try:
        for _ in range(setup.pairs):
            times["program"].append(run_curl(curl, server, count))
            for name in OURS:
                times[name].append(numbers([*pinned, program, name, server.url, str(count), *extra]))
    finally:
        server.end()
    return times


def rows(section, times, program=NAMES["program"]):
    for name, title in {**NAMES, "program": program}.items():
        walls, processors = zip(*times[name])
        ratios = [ratio(times[other], times[name]) for other in ("program", "urlsession")]
        section.row(title, f"{median(walls):.1f}", f"{min(walls):.1f}", f"{median(processors):.1f}", *ratios)
