"""What one small GET costs beside the wire: memory asked for, interceptors, an observer."""

import os

from measure.programs import Server, build, missing, numbers
from measure.report import Section
from measure.requests import NAMES, OURS

TITLES = ["NetworkClient.send over libcurl", "with ten interceptors", "with an observer", "with both"]
REQUESTS, TURNS = 1000, 50


def measure_allocations(setup):
    section = Section("Allocations of one small GET", ["what sends", "allocations", "of them libcurl's"])
    if missing():
        section.note(f"Skipped: {', '.join(missing())} not found.")
        return section
    program, server = build("allocations"), Server(setup.directory, processor())
    try:
        for name in OURS:
            count, of_libcurl = numbers([program, name, server.url, str(REQUESTS)])
            section.row(NAMES[name], f"{count:.1f}", "" if "urlsession" in name else f"{of_libcurl:.1f}")
    finally:
        server.end()
    section.note(
        f"Calls of malloc and its kin by all threads of the process: the mean of {REQUESTS} requests over a kept connection. libcurl's are "
        "those that it makes, and the C libraries beneath it.")
    return section


def measure_additions(setup):
    section = Section("Interceptors and an observer", ["what sends", "us a request", "more", "of it processor", "more"])
    if missing():
        section.note(f"Skipped: {', '.join(missing())} not found.")
        return section
    program, server = build("additions"), Server(setup.directory, processor())
    try:
        times = numbers(["taskset", "-c", processor(), program, server.url, str(TURNS)])
    finally:
        server.end()
    for title, wall, used in zip(TITLES, times[0::2], times[1::2]):
        more = [f"{wall - times[0]:+.1f}", f"{used - times[1]:+.1f}"] if title != TITLES[0] else ["", ""]
        section.row(title, f"{wall:.1f}", more[0], f"{used:.1f}", more[1])
    section.note(
        f"One process, client and server on one processor; 100 requests of each kind in turns, the medians of {TURNS} turns. Each "
        "interceptor sets one header field; the observer counts events under a lock.")
    return section


def processor():
    return str(max(os.sched_getaffinity(0)))
