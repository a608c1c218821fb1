extension CheckCase {
    private static let dev = "name: dev\nvariables:\n  - {name: host, value: h}\n"
    private static let prod =
        "name: prod\nvariables:\n  - {secret: true, name: host}\n  - {name: base, value: \"{{hots}}\"}\n"

    static let variables = [
        CheckCase(
            "without-environments",
            http: "  url: \"{{host}}/{{ id }}\"\nruntime: {variables: [{name: id, value: \"1\"}]}\n",
            "a.yml:3:9: warning: {{host}} has no value; add a variable host to opencollection.yml",
            "a.yml:3:18: warning: {{ id }} has no value; write {{id}}: spaces count"),
        CheckCase(
            "behind-a-lone-carriage-return", http: "  url: \"{{host}}\r/{{b}}\r\n/{{c}}\"\n",
            "a.yml:3:9: warning: {{host}} has no value; add a variable host to opencollection.yml",
            "a.yml:4:2: warning: {{b}} has no value; add a variable b to opencollection.yml",
            "a.yml:5:2: warning: {{c}} has no value; add a variable c to opencollection.yml"),
        CheckCase(
            "each-environment",
            [
                "environments/dev.yml": dev, "environments/prod.yml": prod,
                "a.yml": "info: {type: http}\nhttp: {url: \"{{host}}/{{base}}/{{nowhere}}\"}\n",
            ],
            "a.yml:2:23: warning: {{base}} has no value in environment dev; add a variable base to environments/dev.yml",
            "a.yml:2:32: warning: {{nowhere}} has no value in any environment; add a variable nowhere to environments/dev.yml",
            "environments/prod.yml:4:26: warning: {{hots}} has no value in environment prod; did you mean {{host}}?"),
        CheckCase(
            "what-counts-as-defined",
            http:
                "  url: \"{{$guid}}{{?Your name}}{{process.env.X}}{{token}}{{set}}{{o.a}}{{$oauth2.id.access_token}}\"\nruntime:\n  variables: [{name: o, value: {type: object, data: \"{}\"}}]\n  scripts: [{type: tests, code: \"bru.setVar('set', 1)\"}]\n  actions:\n    - {type: set-variable, selector: {expression: res.body.t, method: jsonq}, variable: {name: token, scope: runtime}}\n"
        ),
        CheckCase(
            "empty-path-parameter",
            http:
                "  url: h/:id/:off\n  params: [{name: id, value: \"\", type: path}, {name: off, value: \"\", type: path, disabled: true}, {name: gone, value: \"\", type: path}]\n",
            "a.yml:4:30: warning: id has no value: the request is not sent with an empty path parameter; write a value, or a {{variable}}"
        ),
        CheckCase(
            "functions", http: "  url: \"{{$base64(none)}}{{$bsae64(x)}}\"\n",
            "a.yml:3:9: warning: {{$base64(none)}} is sent as text by Bruno; where the collection is shared, let a script compute it",
            "a.yml:3:19: warning: {{none}} has no value; add a variable none to opencollection.yml",
            "a.yml:3:26: error: {{$bsae64(x)}} is not a function; did you mean $base64?; change the template"),
        CheckCase(
            "function-in-a-variable",
            [
                "environments/dev.yml":
                    "name: dev\nvariables:\n  - {name: sum, value: \"{{$sha256(text)}}\"}\n  - {name: text, value: a}\n",
                "a.yml": "info: {type: http}\nhttp: {url: \"{{sum}}\"}\n",
            ],
            "environments/dev.yml:3:25: warning: {{$sha256(text)}} is sent as text by Bruno; where the collection is shared, let a script compute it"
        ),
        CheckCase(
            "dynamic", http: "  url: \"{{$guidd}}\"\n",
            "a.yml:3:9: warning: {{$guidd}} has no value; did you mean {{$guid}}?"),
        CheckCase(
            "disabled",
            http:
                "  url: h\n  headers: [{name: A, value: \"{{x}}\", disabled: true}]\nruntime: {variables: [{name: y, value: \"1\", disabled: true}]}\n"
        ),
        CheckCase(
            "inherited",
            [
                "opencollection.yml":
                    "request:\n  headers: [{name: A, value: \"{{a}}\"}]\n  auth: {type: bearer, token: \"{{t}}\"}\n",
                "f/folder.yml": "info: {type: folder}\nrequest: {auth: inherit, variables: [{name: a, value: x}]}\n",
                "f/a.yml": "info: {type: http}\nhttp: {auth: inherit}\n",
                "f/b.yml": "info: {type: http}\nhttp: {url: h}\n",
            ],
            "opencollection.yml:3:32: warning: {{t}} has no value; add a variable t to opencollection.yml"),
        CheckCase(
            "extends",
            [
                "environments/base.yml": "name: base\nvariables: [{name: host, value: h}]\n",
                "environments/x.yml": "name: x\nextends: base\n",
                "environments/y.yml": "name: y\ndotEnvFilePath: y.env\n",
                "a.yml": "info: {type: http}\nhttp: {url: \"{{host}}\"}\n",
            ], existing: ["y.env"]),
        CheckCase(
            "block-text", http: "  body:\n    type: json\n    data: |-\n      {\n        \"a\": \"{{b}}\"\n      }\n",
            "a.yml:7:15: warning: {{b}} has no value; add a variable b to opencollection.yml"),
        CheckCase(
            "nothing-is-missed-in-what-was-not-read",
            ["environments/e.yml": "[", "a.yml": "info: {type: http}\nhttp: {url: \"{{host}}\"}\n"],
            "environments/e.yml:1:2: error: expected a value here; the file is not read until this is fixed"
        ),
    ]

    private static let literalFix = "put it into a secret variable of an environment, and its {{name}} here"
    private static let tokenFix =
        "move it to a secret variable, and rotate the secret: it has been in the file"

    static let secrets = [
        CheckCase(
            "path-of-private-key",
            http: """
                  url: h
                  auth: {type: oauth1, privateKey: {type: file, value: keys/x81Kq0.pem}}
                  body: {type: multipart-form, data: [{name: password, type: file, value: [notes/x81Kq0.txt]}]}

                """, existing: ["keys/x81Kq0.pem", "notes/x81Kq0.txt"]),
        CheckCase(
            "private-key", http: "  url: h\n  auth: {type: oauth1, privateKey: {type: text, value: x81Kq0}}\n",
            "a.yml:4:56: warning: privateKey is hard-coded, and looks like a secret; \(literalFix); if it is not one, list privateKey under notSecret in microscope.yaml"
        ),
        CheckCase(
            "credential-places",
            http:
                "  url: http://u:p4ss@h/?api_key=abcd\n  headers:\n    - {name: Authorization, value: Basic abc}\n    - {name: X-Trace, value: abc}\n  auth: {type: basic, username: ada, password: lovelace}\n",
            "a.yml:3:8: warning: api_key is hard-coded, and looks like a secret; \(literalFix); if it is not one, list api_key under notSecret in microscope.yaml",
            "a.yml:3:8: warning: the password in the URL is hard-coded, and looks like a secret; \(literalFix)",
            "a.yml:5:36: warning: Authorization is hard-coded, and looks like a secret; \(literalFix); if it is not one, list Authorization under notSecret in microscope.yaml",
            "a.yml:7:48: warning: password is hard-coded, and looks like a secret; \(literalFix); if it is not one, list password under notSecret in microscope.yaml"
        ),
        CheckCase(
            "placeholders-are-no-literals",
            http:
                "  url: http://h/?key={{k}}\n  headers: [{name: Authorization, value: \"Bearer {{k}}\"}]\n  auth: {type: apikey, key: X-Key, value: \"{{k}}\", placement: header}\nruntime: {variables: [{name: k, value: \"\"}]}\n"
        ),
        CheckCase(
            "api-key", http: "  auth: {type: apikey, key: X-Key, value: abcd, placement: header}\n",
            "a.yml:3:43: warning: API key is hard-coded, and looks like a secret; \(literalFix); if it is not one, list API key under notSecret in microscope.yaml"
        ),
        CheckCase(
            "variables-and-exceptions",
            [
                "microscope.yaml": "version: 1\nnotSecret: [demoToken]\n",
                "environments/e.yml":
                    "name: e\nvariables:\n  - {name: demoToken, value: x123}\n  - {name: password, value: {type: string, data: x123}}\n  - {name: tokenUrl, value: https://h/}\n  - {secret: true, name: s, value: written}\n",
            ],
            "environments/e.yml:4:50: warning: password is hard-coded, and looks like a secret; \(literalFix); if it is not one, list password under notSecret in microscope.yaml",
            "environments/e.yml:6:29: warning: value is not known in variables[3]; it has no effect here; known are: secret, name, type, description, disabled",
            "environments/e.yml:6:36: warning: the secret s has its value in the file, where it is not read; remove the value, and rotate the secret: it has been in the file"
        ),
        CheckCase(
            "shapes",
            http:
                "  url: h\n# ghp_abcdefghijklmnopqrstuvwxyz0123456789\ndocs: \"see eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc, not eyJh\"\n",
            "a.yml:4:3: warning: a hard-coded value looks like a GitHub token; \(tokenFix)",
            "a.yml:5:7: warning: a hard-coded value looks like a JSON Web Token; \(tokenFix)"),
    ]

    static let requests = [
        CheckCase(
            "query-rows",
            http:
                "  url: http://h/?a=1&b=2\n  params:\n    - {name: a, value: \"1\", type: query}\n    - {name: b, value: \"3\", type: query}\n    - {name: c, value: x y, type: query}\n    - {name: a, value: \"1\", type: query}\n    - {name: d, value: \"1\", type: query, disabled: true}\n",
            "a.yml:6:14: warning: the URL says b=2, the row \"3\": the URL's is sent; write the same in both",
            "a.yml:7:14: warning: the URL lacks the query parameter c: Bruno will not send it; write c=x%20y into the URL, or disable the row",
            "a.yml:8:14: warning: the URL has the query parameter a fewer times: this row is not sent; write it into the URL once more, or disable the row"
        ),
        CheckCase(
            "a header with a hyphen",
            http:
                "  url: h\nruntime:\n  assertions:\n    - {expression: res.headers.content-type, operator: eq, value: a}\n",
            "a.yml:6:20: warning: \"res.headers.content-type\" needs JavaScript: it is not evaluated; write res.headers['content-type']"
        ),
        CheckCase(
            "assertions",
            http:
                "  url: h\nruntime:\n  assertions:\n    - {expression: res.status, operator: equals, value: \"200\"}\n    - {expression: \"res.body.map(x => x)\", operator: frob}\n    - {expression: \"res.body.items[0]?.name\", operator: eq, value: \"${1}\"}\n    - {expression: x, operator: nope, disabled: true}\n",
            "a.yml:6:42: warning: unknown operator equals; Bruno would compare with the text \"equals …\"; did you mean eq?",
            "a.yml:7:20: warning: \"res.body.map(x => x)\" needs JavaScript: it is not evaluated; write res.status, res.headers.name, or res.body with .name and [0] below it",
            "a.yml:7:54: warning: unknown operator frob; Bruno would compare with the text \"frob …\"; write one of eq, neq, gt, gte, lt, lte, between, in, notIn, contains, notContains, length, matches, notMatches, startsWith, endsWith, isEmpty, isNotEmpty, isNull, isUndefined, isDefined, isTruthy, isFalsy, isJson, isNumber, isString, isBoolean, isArray",
            "a.yml:8:68: warning: a value with ${ or a backtick needs JavaScript: it is not evaluated; write the value out, or use a {{variable}}"
        ),
    ]
}
