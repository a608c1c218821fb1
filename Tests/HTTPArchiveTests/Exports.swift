/// Archives in the shape in which programs export them.
enum Exports {
    static let all = [chrome, firefox, charles]

    /// Chrome: members with an underscore, HTTP/2 with names of a colon, redirects, a request without a response.
    static let chrome = #"""
        {
          "log": {
            "version": "1.2",
            "creator": {"name": "WebInspector", "version": "537.36"},
            "pages": [
              {
                "startedDateTime": "2026-11-20T09:15:30.412Z",
                "id": "page_1",
                "title": "https://shop.example/basket?ref=mail",
                "pageTimings": {"onContentLoad": 512.3049999982119, "onLoad": 1033.0540000140667}
              }
            ],
            "entries": [
              {
                "_connectionId": "1748",
                "_initiator": {
                  "type": "script",
                  "stack": {
                    "callFrames": [
                      {"functionName": "load", "scriptId": "12", "url": "https://shop.example/app.js", "lineNumber": 0}
                    ]
                  }
                },
                "_priority": "High",
                "_resourceType": "fetch",
                "cache": {},
                "connection": "443",
                "pageref": "page_1",
                "request": {
                  "method": "GET",
                  "url": "https://shop.example/api/basket?currency=EUR&with=prices%2Ctaxes",
                  "httpVersion": "http/2.0",
                  "headers": [
                    {"name": ":authority", "value": "shop.example"},
                    {"name": ":method", "value": "GET"},
                    {"name": ":path", "value": "/api/basket?currency=EUR&with=prices%2Ctaxes"},
                    {"name": ":scheme", "value": "https"},
                    {"name": "accept", "value": "application/json"},
                    {"name": "sec-ch-ua", "value": "\"Chromium\";v=\"130\", \"Not?A_Brand\";v=\"99\""}
                  ],
                  "queryString": [
                    {"name": "currency", "value": "EUR"},
                    {"name": "with", "value": "prices%2Ctaxes"}
                  ],
                  "cookies": [],
                  "headersSize": -1,
                  "bodySize": 0
                },
                "response": {
                  "status": 200,
                  "statusText": "",
                  "httpVersion": "http/2.0",
                  "headers": [
                    {"name": "content-encoding", "value": "br"},
                    {"name": "content-type", "value": "application/json; charset=utf-8"},
                    {"name": "set-cookie", "value": "basket=7f3a; Path=/; Secure; HttpOnly; SameSite=Lax"},
                    {"name": "set-cookie", "value": "seen=1; Path=/"}
                  ],
                  "cookies": [
                    {"name": "basket", "value": "7f3a", "path": "/", "domain": "shop.example",
                     "expires": "2027-11-20T09:15:30.000Z", "httpOnly": true, "secure": true, "sameSite": "Lax"},
                    {"name": "seen", "value": "1", "path": "/", "domain": "shop.example",
                     "expires": "1969-12-31T23:59:59.000Z", "httpOnly": false, "secure": false}
                  ],
                  "content": {
                    "size": 41,
                    "mimeType": "application/json",
                    "text": "{\"items\":[{\"name\":\"Café ☕\",\"price\":3.50}]}"
                  },
                  "redirectURL": "",
                  "headersSize": -1,
                  "bodySize": -1,
                  "_transferSize": 311,
                  "_error": null,
                  "_fetchedViaServiceWorker": false
                },
                "serverIPAddress": "[2001:db8::17]",
                "startedDateTime": "2026-11-20T09:15:30.518Z",
                "time": 88.42399999979511,
                "timings": {
                  "blocked": 2.1, "dns": 11.5, "ssl": 20.25, "connect": 31.75, "send": 0.25,
                  "wait": 40.5, "receive": 2.323999999795109, "_blocked_queueing": 1.4, "_workerStart": -1
                }
              },
              {
                "_connectionId": "1748",
                "_initiator": {"type": "other"},
                "_priority": "Low",
                "_resourceType": "image",
                "cache": {},
                "pageref": "page_1",
                "request": {
                  "method": "POST",
                  "url": "https://stats.example/collect",
                  "httpVersion": "",
                  "headers": [{"name": "Content-Type", "value": "application/x-www-form-urlencoded;charset=UTF-8"}],
                  "queryString": [],
                  "cookies": [],
                  "headersSize": -1,
                  "bodySize": 14,
                  "postData": {
                    "mimeType": "application/x-www-form-urlencoded;charset=UTF-8",
                    "text": "event=view&n=1",
                    "params": [{"name": "event", "value": "view"}, {"name": "n", "value": "1"}]
                  }
                },
                "response": {
                  "status": 0, "statusText": "", "httpVersion": "", "headers": [], "cookies": [],
                  "content": {"size": 0, "mimeType": "x-unknown"},
                  "redirectURL": "", "headersSize": -1, "bodySize": -1,
                  "_transferSize": 0, "_error": "net::ERR_BLOCKED_BY_CLIENT", "_fetchedViaServiceWorker": false
                },
                "serverIPAddress": "",
                "startedDateTime": "2026-11-20T09:15:31.002Z",
                "time": 3.5,
                "timings": {
                  "blocked": 3.5, "dns": -1, "ssl": -1, "connect": -1, "send": 0, "wait": 0, "receive": 0,
                  "_blocked_queueing": -1
                }
              }
            ]
          }
        }
        """#

    /// Firefox: dates in local time, a browser, pictures in base64, nulls in the cache, no `ssl` without TLS.
    static let firefox = #"""
        {
          "log": {
            "version": "1.2",
            "creator": {"name": "Firefox", "version": "132.0.2"},
            "browser": {"name": "Firefox", "version": "132.0.2"},
            "pages": [
              {
                "id": "page_1",
                "pageTimings": {"onContentLoad": -1, "onLoad": -1},
                "startedDateTime": "2026-11-20T10:15:30.412+01:00",
                "title": "http://127.0.0.1:8642/image.png"
              }
            ],
            "entries": [
              {
                "startedDateTime": "2026-11-20T10:15:30.412+01:00",
                "request": {
                  "bodySize": 0,
                  "method": "GET",
                  "url": "http://127.0.0.1:8642/image.png",
                  "httpVersion": "HTTP/1.1",
                  "headers": [
                    {"name": "Host", "value": "127.0.0.1:8642"},
                    {"name": "User-Agent", "value": "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"}
                  ],
                  "cookies": [],
                  "queryString": [],
                  "headersSize": 412
                },
                "response": {
                  "status": 200,
                  "statusText": "OK",
                  "httpVersion": "HTTP/1.1",
                  "headers": [{"name": "Content-Type", "value": "image/png"}, {"name": "Content-Length", "value": "8"}],
                  "cookies": [],
                  "content": {"mimeType": "image/png", "size": 8, "encoding": "base64", "text": "iVBORw0KGgo="},
                  "redirectURL": "",
                  "headersSize": 118,
                  "bodySize": 126
                },
                "cache": {"beforeRequest": null, "afterRequest": null},
                "timings": {"blocked": 0, "dns": 0, "connect": 0, "ssl": 0, "send": 0, "wait": 4, "receive": 0},
                "time": 4,
                "_securityState": "insecure",
                "serverIPAddress": "127.0.0.1",
                "connection": "8642",
                "pageref": "page_1"
              }
            ]
          }
        }
        """#

    /// Charles: no pages, form fields, its own protocol member, whole milliseconds, comments.
    static let charles = #"""
        {
          "log": {
            "version": "1.2",
            "creator": {"name": "Charles Proxy", "version": "4.6.6"},
            "comment": "Exported from a session",
            "entries": [
              {
                "startedDateTime": "2026-11-20T10:15:30.412+0100",
                "time": 62,
                "request": {
                  "method": "POST",
                  "url": "https://api.example/upload?part=1",
                  "httpVersion": "HTTP/1.1",
                  "cookies": [{"name": "lang", "value": "de"}],
                  "headers": [
                    {"name": "Host", "value": "api.example"},
                    {"name": "Cookie", "value": "lang=de"},
                    {"name": "Content-Type", "value": "multipart/form-data; boundary=Boundary-7"}
                  ],
                  "queryString": [{"name": "part", "value": "1"}],
                  "postData": {
                    "mimeType": "multipart/form-data",
                    "params": [
                      {"name": "file", "fileName": "a.bin", "contentType": "application/octet-stream", "value": "x"},
                      {"name": "note"}
                    ],
                    "text": ""
                  },
                  "headersSize": 301,
                  "bodySize": 188
                },
                "response": {
                  "_charlesStatus": "COMPLETE",
                  "status": 302,
                  "statusText": "Found",
                  "httpVersion": "HTTP/1.1",
                  "cookies": [],
                  "headers": [{"name": "Location", "value": "/done"}],
                  "content": {"size": 0, "compression": 0, "mimeType": "text/plain"},
                  "redirectURL": "/done",
                  "headersSize": 0,
                  "bodySize": 0
                },
                "serverIPAddress": "203.0.113.7",
                "cache": {
                  "afterRequest": {
                    "lastAccess": "2026-11-20T10:15:30.412+01:00", "eTag": "", "hitCount": 2, "_own": [1, 2.50, {"a": null}]
                  }
                },
                "timings": {"connect": 21, "ssl": 12, "send": 1, "dns": 3, "wait": 36, "receive": 1}
              }
            ]
          }
        }
        """#
}
