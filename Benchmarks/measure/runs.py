"""A run of 1,000 requests, 16 of them at once, beside curl: as many files, and one file with as many rows of data."""

import os

from measure.programs import Server, missing, timed
from measure.report import Section, median, milliseconds

COUNT = 1000
ROUNDS = 5
REQUEST = 'info: {{name: r{number}, type: http, seq: {number}}}\nhttp: {{method: GET, url: "{{{{url}}}}?n={{{{n}}}}"}}\n'


def write(directory):
    for folder in ("many", "one"):
        os.makedirs(f"{directory}/{folder}")
    with open(f"{directory}/opencollection.yml", "w") as file:
        file.write("opencollection: 1.0.0\n\ninfo:\n  name: Runs\n")
    for path, number in [("one", 1), *(("many", number) for number in range(1, COUNT + 1))]:
        with open(f"{directory}/{path}/r{number}.yml", "w") as file:
            file.write(REQUEST.format(number=number))
    with open(f"{directory}/rows.csv", "w") as file:
        file.write("n\n" + "".join(f"{number}\n" for number in range(COUNT)))


def measure(setup):
    section = Section(
        f"A run of {COUNT:,} requests, 16 at once", ["program", "the whole: median", "min", "processor: median"])
    absent = set(missing()) & {"nginx", "curl", "taskset"}
    if absent:
        section.note(f"Skipped: {', '.join(sorted(absent))} not found.")
        return section
    directory = f"{setup.directory}/runs"
    write(directory)
    server = Server(setup.directory, ",".join(map(str, sorted(os.sched_getaffinity(0)))))
    server.write_urls(COUNT)
    run = [setup.binary, "run", "-c", directory, "--parallel", "16", "--no-history", "--var", f"url={server.url}"]
    programs = {
        "curl -Z --parallel-max 16 -K": ["curl", "-Z", "--parallel-max", "16", "-s", "-K", server.urls(COUNT)],
        "microscope run: so many files": [*run, "many", "--var", "n=1"],
        "microscope run --data: so many rows": [*run, "one", "--data", f"{directory}/rows.csv"],
        "the same with --report junit, html and --har": [
            *run, "one", "--data", f"{directory}/rows.csv", "--report", f"junit={directory}/j.xml", "--report",
            f"html={directory}/r.html", "--har", f"{directory}/r.har"],
    }
    try:
        times = {title: [timed(command) for _ in range(ROUNDS)] for title, command in programs.items()}
    finally:
        server.end()
    for title, rounds in times.items():
        walls, processors = zip(*rounds)
        section.row(title, milliseconds(median(walls)), milliseconds(min(walls)), milliseconds(median(processors)))
    section.note(
        f"{ROUNDS} rounds of each, from the start of the program to its end; client and server (nginx, one worker) share all processors. "
        "A run reads, renders, sends, records and judges each request; curl reads a list of URLs.")
    return section
