"""What scripts cost a send at the command line: the same request without one, with a test, and with scripts at every stage."""

import shutil
import subprocess
import time

from measure.report import Section, median, milliseconds

ROUNDS = 30
REQUEST = """info:
  name: {name}
  type: http

http:
  method: GET
  url: "http://127.0.0.1:{{{{process.env.BODIES_PORT}}}}/small"
"""
TEST = """test("status", () => expect(res.status).to.equal(200));"""
CASES = {
    "send, no script": {},
    "send, a test": {"tests": TEST},
    "send, scripts before and after, 20 tests": {
        "before-request": "bru.setVar('id', 1); req.setHeader('X-Id', bru.getVar('id'));",
        "after-response": "bru.setVar('size', res.getSize().body);", "tests": "\n".join([TEST] * 20),
    },
}


def write(directory):
    with open(f"{directory}/opencollection.yml", "w") as file:
        file.write("opencollection: 1.0.0\n\ninfo:\n  name: Scripts\n")
    for number, scripts in enumerate(CASES.values()):
        with open(f"{directory}/r{number}.yml", "w") as file:
            file.write(REQUEST.format(name=f"r{number}"))
            if scripts:
                file.write("\nruntime:\n  scripts:\n")
            for stage, code in scripts.items():
                lines = "".join(f"        {line}\n" for line in code.split("\n"))
                file.write(f"    - type: {stage}\n      code: |-\n{lines}")


def seconds(command, environment, directory):
    start = time.perf_counter()
    done = subprocess.run(command, env=environment, cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr.decode()}")
    return time.perf_counter() - start


def measure(setup):
    directory = f"{setup.directory}/scripts"
    subprocess.run(["mkdir", directory], check=True)
    write(directory)
    send = [setup.binary, "send", "--no-history", "--trust"]
    programs = {title: [*send, f"r{number}"] for number, title in enumerate(CASES)}
    if shutil.which("node"):
        programs["node -e 1"] = ["node", "-e", "1"]
    times = {title: [] for title in programs}
    for _ in range(ROUNDS):
        for title, command in programs.items():
            times[title].append(seconds(command, setup.environment, directory))
    section = Section("Scripts", ["program", "median", "min", "beside no script"])
    plain = median(times["send, no script"])
    for title, found in times.items():
        section.row(title, milliseconds(median(found)), milliseconds(min(found)), milliseconds(median(found) - plain))
    section.note(
        f"{ROUNDS} of each, in turns, from the start of the program to its end. Scripts of a send run in a process of their own, which loads "
        "JavaScriptCore; node starts, and does nothing.")
    return section
