"""What the history takes to be listed, filtered and searched, beside the sqlite3 program on the same file."""

import os
import re
import shutil
import subprocess

from measure.report import Section, megabytes

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COUNT = 100_000
# The same questions, as a person would put them to the sqlite3 program.
QUESTIONS = {
    "list all": "SELECT id, sent_at, method, url, status, duration, note FROM exchanges ORDER BY sent_at DESC LIMIT 50",
    "count status, some": "SELECT count(*) FROM exchanges WHERE status BETWEEN 500 AND 599",
    "count path, none": "SELECT count(*) FROM exchanges WHERE path LIKE '%nowhere%'",
    "count slower, none": "SELECT count(*) FROM exchanges WHERE duration > 20000000000",
    "count header, one": "SELECT count(*) FROM exchange_words WHERE exchange_words MATCH 'headers : \"X-Request-Id: r-49999\"*'",
    "count body, most": "SELECT count(*) FROM exchange_bodies WHERE body IN "
    "(SELECT rowid FROM body_words WHERE body_words MATCH '\"items\"*')",
}


def build():
    subprocess.run(["swift", "build", "-c", "release", "--product", "history-probe"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return f"{ROOT}/.build/release/history-probe"


def ask_sqlite(database, question):
    """Milliseconds: the middle of five times; None without the program."""
    if not shutil.which("sqlite3"):
        return None
    lines = ".timer on\n" + f"{question};\n" * 5
    done = subprocess.run(["sqlite3", "-readonly", database], input=lines, capture_output=True, text=True, check=True)
    times = sorted(float(time) * 1000 for time in re.findall(r"real ([0-9.]+)", done.stdout))
    return times[2]


def measure(setup):
    section = Section(f"A history of {COUNT:,} exchanges", ["what", "found", "ms", "sqlite3's ms", "times sqlite3's"])
    if not shutil.which("swift"):
        section.note("Skipped: swift not found.")
        return section
    return fill_and_ask(section, build(), f"{setup.directory}/history")


def fill_and_ask(section, program, directory):
    subprocess.run([program, directory, "fill", str(COUNT)], check=True, stdout=subprocess.DEVNULL)
    database = f"{directory}/history.sqlite"
    size = os.path.getsize(database)
    done = subprocess.run([program, directory, "measure"], capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        name, time, found = line.split("\t")
        theirs = ask_sqlite(database, QUESTIONS[name]) if name in QUESTIONS else None
        section.row(
            name, found, time, "" if theirs is None else f"{theirs:.2f}", f"{float(time) / theirs:.2f}" if theirs else "")
    section.note(
        f"The middle of five times; lists are of the newest 50. The database has {megabytes(size)}: {size // COUNT} bytes an exchange with a body of 900 "
        "bytes and its words. The sqlite3 program is asked the same as plain SQL.")
    return section
