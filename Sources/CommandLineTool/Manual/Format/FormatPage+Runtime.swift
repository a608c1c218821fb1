extension FormatPage {
    static let around: [Section] = [
        Section(
            "Assertions",
            "Each is a condition on the response. `expression` is `res.status`, `res.responseTime`, `res.headers['name']`, `res.body` or a path in a JSON body.",
            rows: [
                "eq, neq, gt, gte, lt, lte": "compares numbers as numbers, else texts",
                "between": "two numbers with a comma between", "in, notIn": "a list with commas between",
                "contains, notContains, startsWith, endsWith":
                    "parts of a text; contains also finds an element of an array",
                "matches, notMatches": "a regular expression", "length": "the number of characters or elements",
                "isEmpty, isNotEmpty, isNull, isDefined, isUndefined, isTruthy, isFalsy": "no value is given",
                "isNumber, isString, isBoolean, isArray, isJson": "the type; no value is given",
            ],
            examples: """
                runtime:
                  assertions:
                    - expression: res.status
                      operator: eq
                      value: "200"
                    - expression: res.headers['content-type']
                      operator: contains
                      value: json
                    - expression: res.body.items[0].price
                      operator: between
                      value: "1,10"
                      description: The first price
                    - expression: res.body.error
                      operator: isUndefined
                    - expression: res.responseTime
                      operator: lt
                      value: "500"
                      disabled: true
                """),
        Section(
            "Captures",
            "An action keeps a part of the response in a variable for later requests, or sets one before the request. Captures from XML, HTML and text are in microscope.yaml.",
            rows: [
                "phase": "`after-response`, or `before-request`",
                "selector": "`expression` as in assertions; `method` is `jsonq`",
                "variable": "`name`, and `scope`, which is `runtime`",
            ],
            examples: """
                runtime:
                  actions:
                    - type: set-variable
                      phase: after-response
                      selector:
                        expression: res.body.token
                        method: jsonq
                      variable:
                        name: token
                        scope: runtime
                """),
        Section(
            "Scripts",
            "Scripts of Bruno run in a process of their own once you have agreed; see scripts.md. `microscope lift` turns simple ones into assertions and captures.",
            rows: ["type": "`before-request`, `after-response` or `tests`"],
            examples: """
                runtime:
                  scripts:
                    - type: tests
                      code: |-
                        test("has users", () => {
                          expect(res.getBody().users).to.have.length.above(0);
                        });
                """),
        Section(
            "Settings",
            rows: [
                "encodeUrl": "percent-encodes path and query; off without a `settings` block, on with one",
                "timeout": "milliseconds until the end of the response; 0 waits for ever",
                "followRedirects": "default true", "maxRedirects": "default 5; then the redirect is the response",
                "forwardAuthorizationHeader":
                    "whether credentials may follow a redirect to another origin; that is asked about",
            ],
            examples: """
                settings:
                  encodeUrl: true
                  timeout: 10000
                  followRedirects: true
                  maxRedirects: 3
                  forwardAuthorizationHeader: false
                """),
        Section(
            "Examples",
            "A request with its response, for readers; `microscope verify` compares new responses with it.",
            examples: """
                examples:
                  - name: One user
                    request:
                      method: GET
                      url: "{{baseUrl}}/users/1"
                    response:
                      status: 200
                      statusText: OK
                      headers:
                        - name: Content-Type
                          value: application/json
                      body:
                        type: json
                        data: '{"id": 1, "name": "Ada"}'
                """),
    ]

    static let defaults: [Section] = [
        Section(
            "Folders",
            "What `request` says holds for all requests below, unless they say otherwise. An inner folder comes before an outer one, both before the collection.",
            examples: """
                # users/folder.yml
                info:
                  name: Users
                  type: folder
                  seq: 1
                request:
                  headers:
                    - name: X-Team
                      value: accounts
                  auth: inherit
                  variables:
                    - name: userId
                      value: "1"
                docs:
                  content: Requests about users.
                  type: text/markdown
                """),
        Section(
            "The collection",
            rows: [
                "config.proxy": "`inherit: true` uses the system's proxy; `config` has an own one",
                "config.clientCertificates": "certificates by domain: `pem` with a certificate and a key, or `pkcs12`",
                "request": "defaults of all requests, as in a folder",
            ],
            examples: """
                # opencollection.yml
                opencollection: 1.0.0
                info:
                  name: Shop
                  summary: Orders and customers
                  version: "2.3"
                  authors:
                    - name: Ada
                      email: ada@example.org
                config:
                  proxy:
                    inherit: false
                    config:
                      protocol: http
                      hostname: proxy.example.org
                      port: 3128
                      auth:
                        username: "{{user}}"
                        password: "{{password}}"
                      bypassProxy: localhost, 127.0.0.1
                  clientCertificates:
                    - domain: api.example.org
                      type: pem
                      certificateFilePath: certificates/client.pem
                      privateKeyFilePath: certificates/client.key
                request:
                  headers:
                    - name: X-Client
                      value: shop
                  auth:
                    type: bearer
                    token: "{{token}}"
                docs:
                  content: The API of the shop.
                  type: text/markdown
                """),
        Section(
            "Environments",
            "A secret has a name and no value in the file: values are kept in the private store, or come from a program or keyring that microscope.yaml names. Scopes, the first that has a name wins: the session "
                + "and captures, the request, its folders from inner to outer, the environment, the collection, the workspace's environment.",
            rows: [
                "secret": "true: the value is not in the file", "color": "a name or #rrggbb",
                "extends": "another environment whose variables come below", "dotEnvFilePath": "a file of pairs",
            ],
            examples: """
                # environments/local.yml
                name: local
                color: green
                variables:
                  - name: baseUrl
                    value: http://127.0.0.1:8642
                  - name: userId
                    value: "1"
                  - name: user
                    value: ada
                  - name: language
                    value: en
                  - name: awsKey
                    value: AK
                  - name: clientId
                    value: shop
                  - name: consumerKey
                    value: shop
                  - secret: true
                    name: password
                  - secret: true
                    name: token
                  - secret: true
                    name: apiKey
                  - secret: true
                    name: awsSecret
                  - secret: true
                    name: consumerSecret
                  - secret: true
                    name: clientSecret
                """,
            """
            # environments/staging.yml
            name: staging
            extends: local
            variables:
              - name: baseUrl
                value: https://staging.example.org
                description: Behind the VPN
            """),
        Section(
            "microscope.yaml",
            "Retries, connections, protection, logins, captures from XML and text, and names that are no variables.",
            examples: """
                # microscope.yaml
                version: 1
                collection:
                  retry: {count: 2}
                environments:
                  staging: {protected: true}
                requests:
                  users/get.yml:
                    connection: {connectTimeout: 2}
                    captures:
                      - {name: csrf, from: css, expression: 'input[name=csrf]::attr(value)'}
                literal: ['$labels.*']
                """),
    ]
}
