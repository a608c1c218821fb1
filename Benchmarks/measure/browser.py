"""Entries of an archive as a browser writes them: some fifteen header fields each way, cookies, timings, and responses of 4 KB."""

import base64
import json
import random

chance = random.Random(7)
WORDS = "news sport weather live video audio image article section header footer story update local world".split()


def text(length):
    words = []
    while length > 0:
        word = chance.choice(WORDS)
        words.append(word)
        length -= len(word) + 1
    return " ".join(words)


def body(number):
    kind = number % 4
    if kind == 0:
        rows = [{"id": number * 100 + row, "title": text(60), "ratio": chance.random()} for row in range(35)]
        return "application/json", {"text": json.dumps({"items": rows})}
    if kind == 1:
        return "image/jpeg", {"text": base64.b64encode(chance.randbytes(3000)).decode(), "encoding": "base64"}
    return ("text/javascript", "text/css")[kind - 2], {"text": text(4000)}


def fields(**named):
    return [{"name": name.replace("_", "-"), "value": value} for name, value in named.items()]


SESSION = "".join(chance.choice("0123456789abcdef") for _ in range(32))


def entry(number):
    kind, content = body(number)
    host = f"static{number % 7}.example.test"
    path = "/".join(chance.choice(WORDS) for _ in range(4))
    query = [{"name": "v", "value": str(number)}, {"name": "section", "value": chance.choice(WORDS)}]
    url = f"https://{host}/{path}?" + "&".join(f"{pair['name']}={pair['value']}" for pair in query)
    cookies = [{"name": "session", "value": SESSION}, {"name": "consent", "value": "101"}]
    seconds, milliseconds = divmod(number * 7, 1000)
    return {
        "_initiator": {"type": "parser", "url": "https://www.example.test/", "lineNumber": number % 900},
        "_priority": "Low", "_resourceType": "other", "cache": {}, "connection": str(100000 + number % 40),
        "pageref": "page_1", "serverIPAddress": "192.0.2.7",
        "startedDateTime": f"2026-03-01T10:{seconds // 60 % 60:02}:{seconds % 60:02}.{milliseconds:03}Z", "time": 42.5,
        "request": {
            "method": "GET", "url": url, "httpVersion": "http/2.0", "queryString": query, "cookies": cookies,
            "headersSize": -1, "bodySize": 0,
            "headers": fields(
                accept="*/*", accept_encoding="gzip, deflate, br, zstd", accept_language="en-GB,en;q=0.9",
                cache_control="no-cache", cookie=f"session={SESSION}; consent=101", pragma="no-cache",
                referer="https://www.example.test/", sec_fetch_dest="script", sec_fetch_mode="no-cors",
                sec_fetch_site="same-site", sec_ch_ua='"Chromium";v="140"', sec_ch_ua_mobile="?0",
                user_agent="Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36"),
        },
        "response": {
            "status": 200, "statusText": "", "httpVersion": "http/2.0", "cookies": [], "redirectURL": "",
            "headersSize": -1, "bodySize": -1, "_transferSize": 4300,
            "headers": fields(
                accept_ranges="bytes", access_control_allow_origin="*", age="3512", cache_control="public, max-age=86400",
                content_encoding="gzip", content_type=kind, date="Sun, 01 Mar 2026 10:00:00 GMT",
                etag=f'"{chance.getrandbits(64):016x}"', last_modified="Sat, 28 Feb 2026 09:00:00 GMT",
                server="Example", vary="Accept-Encoding", via="1.1 varnish", x_cache="HIT", x_served_by="cache-lhr7"),
            "content": {"size": 4000, "mimeType": kind, **content},
        },
        "timings": {
            "blocked": 1.5, "dns": -1, "ssl": -1, "connect": -1, "send": 0.5, "wait": 30.0, "receive": 10.5,
            "_blocked_queueing": 0.7,
        },
    }


def entries(count):
    """The same for the same count: texts, JSON, and pictures in base64."""
    chance.seed(7)
    return [entry(number) for number in range(count)]
