"""Imports into a new collection: what they take, beside Python's reading of the same document and cp of the files that were made."""

import json
import os
import random
import shutil
import subprocess
import time

from measure.report import Section, median, megabytes

ROUNDS = 5
WORDS = "account balance charge customer currency invoice payment method price product refund status tax transfer verification".split()


def sentence(count):
    return " ".join(random.choice(WORDS) for _ in range(count)).capitalize() + "."


def postman(count):
    """A collection of so many requests, in folders of 30; a half has a script, a fifth an example."""
    def request(number):
        asked = {
            "method": random.choice(["GET", "POST"]), "header": [{"key": "Accept", "value": "application/json"}],
            "url": {"raw": f"{{{{baseUrl}}}}/v1/x/:id?limit={number}", "query": [{"key": "limit", "value": str(number)}], "variable": [{"key": "id", "value": "1"}]},
        }
        if asked["method"] == "POST":
            asked["body"] = {"mode": "raw", "raw": json.dumps({word: sentence(4) for word in WORDS[:6]}, indent=2)}
        item = {"name": f"{random.choice(WORDS)} {number}", "request": asked, "response": []}
        if number % 2 == 0:
            item["event"] = [{"listen": "test", "script": {"exec": ["pm.test('ok', () => {", "  pm.response.to.have.status(200);", "});"]}}]
        if number % 5 == 0:
            item["response"] = [{"name": "ok", "originalRequest": asked, "code": 200, "body": json.dumps({"id": number})}]
        return item

    folders = [{"name": f"Folder {first}", "item": [request(number) for number in range(first, first + 30)]} for first in range(0, count, 30)]
    schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    return {"info": {"name": "Large", "schema": schema}, "item": folders, "variable": [{"key": "baseUrl", "value": "https://a.test"}]}


def openapi(operations):
    """A document whose forms are as deep, and whose schemas as many, as those of a payment service."""
    def schema(depth, count):
        properties = {}
        for number in range(count):
            inner = depth > 0 and random.random() < 0.2
            text = {"type": "string", "maxLength": 5000, "description": sentence(8)}
            properties[f"{random.choice(WORDS)}_{number}"] = schema(depth - 1, 3) if inner else text
        return {"type": "object", "properties": properties, "description": sentence(10)}

    names = [f"schema_{number}" for number in range(operations * 2)]
    schemas = {name: schema(1, random.randint(5, 14)) for name in names}
    paths = {}
    for number in range(operations):
        method = ["get", "post"][number % 2]
        response = {"description": "ok", "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{random.choice(names)}"}}}}
        operation = {"operationId": f"op{number}", "description": sentence(40), "responses": {"200": response}}
        if method == "get":
            operation["parameters"] = [{"name": word, "in": "query", "description": sentence(20), "schema": {"type": "string"}} for word in WORDS[:4]]
        else:
            operation["requestBody"] = {"content": {"application/x-www-form-urlencoded": {"schema": schema(2, random.randint(5, 20))}}}
        paths.setdefault(f"/v1/{WORDS[number % 15]}/{number // 2}", {})[method] = operation
    info = {"title": "Payments", "version": "1"}
    return {"openapi": "3.0.0", "info": info, "servers": [{"url": "https://a.test"}], "paths": paths, "components": {"schemas": schemas}}


def seconds(command, environment=None, directory=None):
    start = time.perf_counter()
    done = subprocess.run(command, env=environment, cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if done.returncode > 1:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr.decode()}")
    return time.perf_counter() - start


def measure(setup):
    random.seed(7)
    section = Section("Imports", ["document", "size", "dry run, seconds", "into a new collection", "Python reads it", "cp -r of the files"])
    for title, document in (("Postman, 3,000 requests", postman(3000)), ("OpenAPI, 446 operations, JSON", openapi(446))):
        name = title.split(",")[0].lower()
        path = f"{setup.directory}/{name}.json"
        with open(path, "w") as file:
            json.dump(document, file, indent=2)
        size = os.path.getsize(path)
        times = {kind: [] for kind in ("dry", "new", "python", "cp")}
        for number in range(ROUNDS):
            # A file system may be slow where files were just deleted: each round has directories of its own.
            made = f"{setup.directory}/{name}-{number}"
            run = [setup.binary, "import", path, "--no-store"]
            times["dry"].append(seconds([*run, "--dry-run", "--new", made], setup.environment, setup.directory))
            times["new"].append(seconds([*run, "--new", made], setup.environment, setup.directory))
            times["python"].append(seconds(["python3", "-c", "import json, sys; json.load(open(sys.argv[1]))", path]))
            if shutil.which("cp"):
                times["cp"].append(seconds(["cp", "-r", made, f"{made}-copy"]))
        section.row(title, megabytes(size), *(f"{median(found):.2f}" if found else "" for found in times.values()))
    section.note(f"The middle of {ROUNDS} times, from the start of the program to its end. cp does not wait for the disk, the import does.")
    return section
