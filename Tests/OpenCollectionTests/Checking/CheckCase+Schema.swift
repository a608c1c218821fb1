extension CheckCase {
    static let schema = [
        CheckCase("body-of-the-kind-none", http: "  url: h\n  body: {type: none}\n"),
        CheckCase(
            "unknown-key", http: "  mehtod: GET\n  cache: no\n",
            "a.yml:3:3: warning: mehtod is not known in http; did you mean method?",
            "a.yml:4:3: warning: cache is not known in http; it has no effect here; known are: method, url, headers, params, body, auth"
        ),
        CheckCase(
            "missing-key", http: "  headers:\n    - name: A\n",
            "a.yml:4:7: error: http.headers[0] has no value; add value: \"\""),
        CheckCase(
            "number-for-text", http: "  url: h\n  headers: [{name: A, value: 1.0}]\n",
            "a.yml:4:30: error: http.headers[0].value is 1.0, a number, where a text is expected; put it in quotes: \"1.0\""
        ),
        CheckCase(
            "nothing-for-text", http: "  url:\n",
            "a.yml:3:7: error: http.url is empty, where a text is expected; give it a value, or remove the key"),
        CheckCase(
            "mapping-for-list", http: "  headers: {A: b}\n",
            "a.yml:3:12: error: http.headers is a mapping, where a list is expected; begin each of its rows with \"- \""
        ),
        CheckCase(
            "text-for-mapping", ["a.yml": "info: {type: http}\nhttp: GET\n"],
            "a.yml:2:7: error: http is the text \"GET\", where a mapping (http) is expected; write a mapping (http)"),
        CheckCase(
            "unknown-word", http: "  body: {type: jsn, data: x}\n",
            "a.yml:3:16: error: http.body.type is \"jsn\", which is not known here; did you mean json?"),
        CheckCase(
            "type-is-no-text", ["a.yml": "info: {type: [http]}\n"],
            "a.yml:1:14: error: info.type is a list, where one word of a list is expected; write http or graphql or grpc or websocket or folder or script or app"
        ),
        CheckCase(
            "no-type", http: "  body: {data: x}\n",
            "a.yml:3:9: error: http.body has no type; add type: with json, text, xml, sparql, form-urlencoded, multipart-form, file or none"
        ),
        CheckCase(
            "auth-none", http: "  auth: none\n",
            "a.yml:3:9: error: http.auth is \"none\", which is not known here; write inherit"),
        CheckCase(
            "auth-flow", http: "  auth: {type: oauth2, flow: implicit, accessTokenUrl: http://h}\n",
            "a.yml:3:40: warning: accessTokenUrl is not known in http.auth; it has no effect here; known are: type, flow, authorizationUrl, callbackUrl, state, credentials, scope, additionalParameters, tokenConfig, settings"
        ),
        CheckCase(
            "quoted settings", http: "  url: h\nsettings: {timeout: \"500\", followRedirects: 'false'}\n",
            "a.yml:4:21: error: settings.timeout is the text \"500\"; remove the quotes",
            "a.yml:4:45: error: settings.followRedirects is the text \"false\"; remove the quotes"
        ),
        CheckCase(
            "settings", http: "  url: h\nsettings: {encodeUrl: on, timeout: inherit, followRedirects: 1}\n",
            "a.yml:4:23: error: settings.encodeUrl is \"on\", which is not known here; write inherit",
            "a.yml:4:62: error: settings.followRedirects is 1, a number, where true or false or the word inherit is expected; write true or false or the word inherit"
        ),
        CheckCase(
            "secret",
            ["environments/e.yml": "name: e\nvariables: [{name: a, secret: false, value: b}, {name: c, secret: 1}]\n"],
            "environments/e.yml:2:67: error: variables[1].secret is 1, a number, where true or false is expected; write true or false"
        ),
        CheckCase(
            "environment", ["environments/e.yml": "colour: red\n"],
            "environments/e.yml:1:1: error: the file has no name; add name: \"\"",
            "environments/e.yml:1:1: warning: colour is not known in the file; did you mean color?"),
        CheckCase(
            "bundled",
            [
                "opencollection.yml":
                    "items:\n  - info: {name: F}\n    items:\n      - http: {urll: h}\n  - docs: x\n  - info: {type: htttp}\n"
            ],
            "opencollection.yml:4:16: warning: urll is not known in items[0].items[0].http; did you mean url?",
            "opencollection.yml:5:5: error: items[1] has no known type; set info.type: http, graphql, grpc, websocket, folder, script or app",
            "opencollection.yml:6:18: error: items[2].info.type is \"htttp\", which is not known here; did you mean http?"
        ),
        CheckCase(
            "what-bruno-writes",
            [
                "opencollection.yml":
                    "config: {proxy: {inherit: true, config: {protocol: http, hostname: \"\", port: \"\"}}}\nrequest:\n  actions:\n    - {type: set-variable, phase: after-response, selector: {expression: res.body.a, method: jsonq}, variable: {name: a, scope: runtime}}\n"
            ]),
    ]
}
