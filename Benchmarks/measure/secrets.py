"""What it takes to find secrets in an archive of a browser, and where an attacker made that as slow as can be: archives that are imported, beside grep and Python's JSON reader over the same bytes."""

import json
import os
import shutil
import subprocess
import tempfile
import time

from measure import browser
from measure.report import Section, median, megabytes

ROUNDS = 3


def exchange(number, headers=(), cookies=(), body="ok", type="text/plain"):
    field = lambda pair: {"name": pair[0], "value": pair[1]}
    common = {"httpVersion": "HTTP/1.1", "cookies": [], "headersSize": -1, "bodySize": -1}
    return {
        "startedDateTime": "2026-01-01T00:00:00.000Z", "time": 1, "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0},
        "request": common | {
            "method": "GET", "url": f"http://a.test/{number}", "queryString": [], "headers": [field(pair) for pair in headers]},
        "response": common | {
            "status": 200, "statusText": "OK", "redirectURL": "", "headers": [field(("Set-Cookie", cookie)) for cookie in cookies],
            "content": {"size": len(body), "mimeType": type, "text": body}},
    }


def cases():
    """By title: entries, names of markers that the archive claims to have, and the secrets in it."""
    letters = ["a" * (90_000 - 7 * number) for number in range(3)]
    long = [f"{number:04}" + "ab" * 4_498 for number in range(20)]
    many = [f"t0ken-{number * 7919:012}" for number in range(5_000)]
    return {
        "cookies of 90 KB of one letter": (
            [exchange(0, cookies=[f"sid={letter}" for letter in letters], body="a" * 1_000_000)], [], letters),
        "200,000 names of markers": ([exchange(number) for number in range(20)], [f"m{number:05}" for number in range(200_000)], []),
        "50 MB of JSON with escapes": (
            [exchange(0, body='{"page": "' + '\\n\\"a' * 10_000_000 + '", "token": "abc-123-def"}', type="application/json")], [],
            ["abc-123-def"]),
        "20 secrets of 9,000 letters": (
            [exchange(number, [("Authorization", f"Bearer {one}")], body="ab" * 500_000) for number, one in enumerate(long)], [], long),
        "4,200 entries of a browser": (browser.entries(4_200), [], []),
        "5,000 secrets in 10 MB": (
            [exchange(number, [("Authorization", f"Bearer {one}")], body=one + "x" * 2_000) for number, one in enumerate(many)], [], many),
    }


def write(directory, number, entries, markers, secrets):
    archive, values = f"{directory}/{number}.har", f"{directory}/{number}.txt"
    log = {"version": "1.2", "creator": {"name": "x", "version": "1"}, "_masked": markers, "entries": entries}
    with open(archive, "w") as file:
        json.dump({"log": log}, file)
    with open(values, "w") as file:
        file.write("".join(f"{value}\n" for value in secrets or markers))
    return archive, values


def seconds(command, environment=None):
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
    if done.returncode > 1:
        raise SystemExit(f"{command[0]} failed:\n{done.stderr.decode()}")
    return time.perf_counter() - start


def imported(setup, archive):
    with tempfile.TemporaryDirectory(dir=setup.directory) as home:
        return seconds([setup.binary, "history", "import", archive], setup.environment | {"MICROSCOPE_HOME": home})


def measure(setup):
    section = Section(
        "Secrets, where looking for them is made hard", ["archive", "size", "import, seconds", "per MB", "times grep -F -f", "times Python"])
    program = "import json, sys; json.load(open(sys.argv[1]))"
    for number, (title, case) in enumerate(cases().items()):
        archive, values = write(setup.directory, number, *case)
        rivals = {"grep": ["grep", "-c", "-F", "-f", values, archive], "python3": ["python3", "-c", program, archive]}
        times = {name: [] for name in ["import", *rivals]}
        for _ in range(ROUNDS):
            times["import"].append(imported(setup, archive))
            for name, command in rivals.items():
                if shutil.which(name):
                    times[name].append(seconds(command))
        own, size = median(times["import"]), os.path.getsize(archive)
        ratios = [f"{own / median(times[name]):.1f}" if times[name] else "" for name in rivals]
        section.row(title, megabytes(size), f"{own:.2f}", f"{own * 1e6 / size:.3f}", *ratios)
    section.note(
        f"The middle of {ROUNDS} times, from the start of the program to its end. The import reads the archive, finds secrets by names and by values in all their "
        "spellings, and keeps what is left. grep looks for the same values as they stand, Python reads the file and no more. What grows faster than "
        "the archive would show in the column per MB.")
    return section
