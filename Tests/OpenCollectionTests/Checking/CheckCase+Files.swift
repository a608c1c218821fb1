extension CheckCase {
    static let layout = [
        CheckCase("clean", http: "  method: GET\n  url: http://h/\n"),
        CheckCase(
            "syntax", http: "  url: [\n",
            "a.yml:4:1: error: expected a value here; the file is not read until this is fixed"
        ),
        CheckCase(
            "duplicate-key", http: "  url: a\n  url: b\n",
            "a.yml:4:3: error: the key 'url' stands here for the second time; expected it once, as on line 3; the file is not read until this is fixed"
        ),
        CheckCase(
            "no-kind", ["a.yml": "a: 1\n", "b.yml": ""],
            "a.yml:1:1: error: its type is unknown: it has no info.type; write info: with type: http, graphql, grpc, websocket or app; or list it in extensions.bruno.ignore",
            "b.yml:1:1: error: it is empty; write info: with type: http, graphql, grpc, websocket or app; or list it in extensions.bruno.ignore"
        ),
        CheckCase(
            "unknown-kind", ["a.yml": "info: {type: htpp}\n"],
            "a.yml:1:14: error: info.type is \"htpp\", which is not known here; did you mean http?"),
        CheckCase(
            "ignored",
            [
                "opencollection.yml": "extensions: {bruno: {ignore: [mocks/, ci]}}\n", "mocks/a.yml": "a: 1\n",
                "ci/b.yaml": "http: {}\n", "cinema.yml": "type: script\nscript: x\n",
            ]),
        CheckCase(
            "yaml", ["a.yaml": "info: {type: http}\n", "b.yaml": "openapi: 3\n", "c/microscope.yaml": "version: 1\n"],
            "a.yaml:1:1: error: files that end in .yaml are not read; rename it to a.yml",
            "b.yaml:1:1: warning: files that end in .yaml are not read; move it out of the collection, or list it in extensions.bruno.ignore; a request ends in .yml",
            "c/microscope.yaml:1:1: error: microscope.yaml is read at the collection's root only; move its content into the one beside opencollection.yml"
        ),
        CheckCase(
            "older-format", ["a.bru": "meta {}"],
            "a.bru:1:1: error: it is in Bruno's older format (.bru), which is not read beside opencollection.yml; import it with microscope import, and delete this file"
        ),
        CheckCase("workspace", ["workspace.yml": "info: {name: W, type: workspace}\n"]),
        CheckCase(
            "misplaced",
            [
                "sub/opencollection.yml": "info: {name: B}\n", "folder.yml": "info: {type: folder}\n",
                "sub/x.yml": "info: {type: folder}\n",
            ],
            "folder.yml:1:1: error: the root has no folder.yml: its defaults are in opencollection.yml; move them there",
            "sub/opencollection.yml:1:1: error: a collection inside a collection is not read; move its directory out of this one",
            "sub/x.yml:1:1: error: a folder's file must be called folder.yml; rename it, or change info.type"),
        CheckCase(
            "file-names",
            ["con.yml": "info: {type: app}\n", "-a.yml": "info: {type: app}\n", "b:c/d.yml": "info: {type: app}\n"],
            "-a.yml:1:1: error: -a.yml: a file name cannot begin with a space or a hyphen; rename it to a.yml",
            "b:c/d.yml:1:1: error: b:c: \":\" cannot be in a file name; rename it to b-c",
            "con.yml:1:1: error: con.yml is the name of a device on Windows; rename it to con-.yml"),
        CheckCase(
            "letter-case", ["a.yml": "info: {type: app}\n", "A.yml": "info: {type: app}\n"],
            "a.yml:1:1: warning: it differs from A.yml by upper and lower case only; rename one of them: case-insensitive systems see one file"
        ),
    ]

    static let names = [
        CheckCase(
            "shown-names",
            ["x.yml": "info: {name: A, type: http}\nhttp: {url: h}\n", "y.yml": "info: {name: A, type: app}\n"],
            "y.yml:1:14: warning: x.yml, line 1, is called \"A\" too; give one of them another name"),
        CheckCase(
            "rows",
            http:
                "  url: h\n  headers:\n    - {name: X-A, value: a}\n    - {name: x-a, value: b}\n    - {name: X-A, value: c, disabled: true}\n",
            "a.yml:6:14: warning: the header x-a is already in line 5; the last one wins: remove one of them, or disable it"
        ),
        CheckCase(
            "variables",
            ["environments/e.yml": "name: e\nvariables: [{name: v, value: a}, {name: v, value: b}]\n"],
            "environments/e.yml:2:41: warning: the variable v is already in line 2; the last one wins: remove one of them, or disable it"
        ),
        CheckCase(
            "orphans",
            [
                "users/get.yml": "info: {type: app}\n", "environments/dev.yml": "name: dev\n",
                "microscope.yaml":
                    "version: 1\nrequests: {get.yml: {}, users/get.yml: {}, gone.yml: {}}\nfolders: {users: {}, user: {}}\nenvironments: {prod: {}}\n",
            ],
            "microscope.yaml:2:12: warning: there is no request get.yml; did you mean users/get.yml?",
            "microscope.yaml:2:44: warning: there is no request gone.yml; remove the entry",
            "microscope.yaml:3:22: warning: there is no folder user; did you mean users?",
            "microscope.yaml:4:16: warning: there is no environment prod; remove the entry"),
        CheckCase(
            "logins",
            [
                "auth/login.yml": "info: {type: http}\nhttp: {url: h}\n", "auth/chat.yml": "info: {type: websocket}\n",
                "users/get.yml": "info: {type: http}\nhttp: {url: h}\n",
                "microscope.yaml":
                    "version: 1\ncollection: {login: auth/login.yml}\nfolders: {users: {login: login.yml}, auth: {login: none}}\nrequests:\n  auth/login.yml: {login: auth/login.yml}\n  users/get.yml: {login: auth/chat.yml}\n",
            ],
            "microscope.yaml:3:26: warning: there is no request login.yml to log in with; did you mean auth/login.yml?",
            "microscope.yaml:5:27: warning: auth/login.yml would log in with itself; name another request, or remove the entry",
            "microscope.yaml:6:26: warning: auth/chat.yml is not an HTTP request, so it cannot log in; name a request of type http"
        ),
        CheckCase(
            "no-orphan-when-unreadable",
            ["a.yml": "[", "microscope.yaml": "version: 1\nrequests: {a.yml: {}}\n"],
            "a.yml:1:2: error: expected a value here; the file is not read until this is fixed"
        ),
        CheckCase(
            "companion",
            ["microscope.yaml": "verson: 1\ncollection: {retry: {count: 1.5, cap: -1, jitter: some}, tls: null}\n"],
            "microscope.yaml:1:1: error: the file has no version; add version: 1",
            "microscope.yaml:1:1: warning: verson is not known in the file; did you mean version?",
            "microscope.yaml:2:29: error: collection.retry.count is 1.5; write a whole number, from 0 to 1000000",
            "microscope.yaml:2:39: error: collection.retry.cap is -1; write a number, from 0 to 1000000",
            "microscope.yaml:2:51: error: collection.retry.jitter is \"some\", which is not known here; write full or none"
        ),
        CheckCase(
            "companion-scripts",
            ["microscope.yaml": "version: 1\nscripts: {timeout: 601, memory: 8, memmory: 512}\n"],
            "microscope.yaml:2:20: error: scripts.timeout is 601; write a number, from 1 to 600",
            "microscope.yaml:2:33: error: scripts.memory is 8; write a number, from 16 to 4096",
            "microscope.yaml:2:36: warning: memmory is not known in scripts; did you mean memory?"
        ),
        CheckCase(
            "filters",
            [
                "a.yml": "info: {type: http}\n",
                "microscope.yaml":
                    "version: 1\ncollection: {filter: .a}\nrequests:\n  a.yml: {filter: '.items[]', fliter: x}\n",
            ],
            "microscope.yaml:2:14: warning: filter is not known in collection; it has no effect here; known are: retry, tls, connection, login, history, literal, graphqlSchema, diff",
            "microscope.yaml:4:31: warning: fliter is not known in requests.\"a.yml\"; did you mean filter?"
        ),
        CheckCase(
            "missing-files",
            http:
                "  body:\n    type: multipart-form\n    data:\n      - {name: f, type: file, value: [a.png, \"{{b}}.png\", there.png]}\nruntime: {variables: [{name: b, value: b}]}\n",
            existing: ["there.png"],
            "a.yml:6:39: warning: there is no file a.png; put it there; paths begin at the collection's root"),
        CheckCase(
            "file-beside",
            [
                "u/a.yml":
                    "info: {type: http}\nhttp:\n  body: {type: file, data: [{filePath: b.png, contentType: image/png, selected: true}]}\n"
            ],
            existing: ["u/b.png"],
            "u/a.yml:3:40: warning: there is no file b.png; paths begin at the collection's root: write u/b.png"),
    ]
}
