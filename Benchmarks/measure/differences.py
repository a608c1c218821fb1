"""What a diff of two JSON documents takes, from the start of the program to its end, beside jq and diff."""

import os
import shutil
import subprocess
import time

from measure.documents import Document
from measure.report import Section, median

MEGABYTES = 20
ROUNDS = 5


def write(setup):
    """Two that differ in one value of the first record: what comes behind it has to be read to know that."""
    paths = [f"{setup.directory}/{name}.json" for name in ("old", "new")]
    for path, word in zip(paths, ("before", "after.")):
        Document("pretty", MEGABYTES).write(path, word)
    return paths


def seconds(command):
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return time.perf_counter() - start, done


def measure(setup):
    section = Section(f"A diff of two JSON documents of {MEGABYTES} MB", ["what", "seconds", "times ours"])
    paths = write(setup)
    ours = [setup.binary, "diff", *paths]
    rivals = {"diff -u": ["diff", "-u", *paths]} if shutil.which("diff") else {}
    if shutil.which("jq") and shutil.which("bash"):
        rivals["diff -u of jq -S, which puts members in order"] = [
            "bash", "-c", 'diff -u <(jq -S . "$1") <(jq -S . "$2")', "-", *paths]
    if shutil.which("jq"):
        rivals["jq, whether they are equal"] = ["jq", "-n", "--slurpfile", "a", paths[0], "--slurpfile", "b", paths[1], "$a == $b"]
    times = {"microscope diff": []} | {name: [] for name in rivals}
    for _ in range(ROUNDS):
        time_taken, done = seconds(ours)
        if done.returncode != 1 or b"$[0].token" not in done.stdout:
            raise SystemExit(f"microscope diff did not find the difference:\n{done.stdout.decode()}{done.stderr.decode()}")
        times["microscope diff"].append(time_taken)
        for name, command in rivals.items():
            times[name].append(seconds(command)[0])
    own = median(times["microscope diff"])
    for name, taken in times.items():
        section.row(name, f"{median(taken):.2f}", f"{median(taken) / own:.2f}")
    size = os.path.getsize(paths[0])
    section.note(
        f"The middle of {ROUNDS} times, each from the start of the program to its end, one after the other in each round. The documents have {size:,} bytes and differ "
        "in one value of the first record. The first rival compares lines, and would call members in another order a difference.")
    return section
