extension FormatPage {
    static let files: [Section] = [
        Section(
            "Directory",
            "Every `.yml` file is a request, except the ones below. Folders can be nested. The order in a folder is that of `seq`, then of names.",
            rows: [
                "opencollection.yml": "the collection: its name, proxy, certificates, and defaults of all requests",
                "folder.yml": "a folder: its name, and defaults of the requests below it",
                "environments/*.yml": "an environment: its variables; the file's name is the environment's",
                ".env": "pairs of names and values for `{{process.env.NAME}}`; not for git",
                "microscope.yaml": "what the format cannot express; see microscope-yaml.md",
            ]),
        Section(
            "A request file",
            "`info.name` is the name in the tree. Tags select requests of a run (`--tag`). `docs` is Markdown.",
            examples: """
                # users/get.yml
                info:
                  name: Get user
                  type: http          # or graphql
                  seq: 1
                  tags: [smoke]
                http:
                  method: GET
                  url: "{{baseUrl}}/users/:id?verbose=true"
                  params:
                    - name: verbose
                      value: "true"
                      type: query
                    - name: id
                      value: "{{userId}}"
                      type: path
                  headers:
                    - name: Accept
                      value: application/json
                    - name: X-Debug
                      value: "1"
                      disabled: true
                  auth: inherit
                settings:
                  encodeUrl: true
                  timeout: 5000
                docs: Returns one user.
                """),
    ]

    static let requests: [Section] = [
        Section(
            "URL and parameters",
            "The query in `url` is what is sent. `params` keeps the rows of the form: path parameters with their values (`:id` in the URL), and query parameters that are switched off.",
            rows: [
                "type": "`query` or `path`", "disabled": "true: the row is kept and not sent",
                "description": "a text for readers",
            ],
            examples: """
                url: "{{baseUrl}}/orders/:order?sort=date"
                params:
                  - name: order
                    value: "17"
                    type: path
                    description: Number of the order
                  - name: sort
                    value: date
                    type: query
                  - name: limit
                    value: "5"
                    type: query
                    disabled: true
                """),
        Section(
            "Headers",
            "Of several rows with one name the last is sent. Headers of folders and of the collection are sent with every request below, unless it has a row of the same name.",
            examples: """
                headers:
                  - name: Accept-Language
                    value: "{{language}}"
                  - name: Idempotency-Key
                    value: "{{$guid}}"
                """),
        Section(
            "Bodies",
            "The type decides the default `Content-Type`. Paths are relative to the collection's directory.",
            rows: [
                "json, text, xml, sparql": "a text in `data`; comments in JSON are removed when it is sent",
                "form-urlencoded": "rows of `name` and `value`",
                "multipart-form": "parts of type `text`, or of type `file` with a list of paths",
                "file": "files, of which the selected one is the body",
            ],
            examples: """
                body:
                  type: json
                  data: |-
                    {
                      "user": "{{userId}}"   // a comment
                    }
                """,
            """
            body:
              type: form-urlencoded
              data:
                - name: name
                  value: Ada Lovelace
                - name: newsletter
                  value: "yes"
                  disabled: true
            """,
            """
            body:
              type: multipart-form
              data:
                - name: title
                  type: text
                  value: A picture
                - name: picture
                  type: file
                  value: [files/picture.png]
                  contentType: image/png
            """,
            """
            body:
              type: file
              data:
                - filePath: files/picture.png
                  contentType: image/png
                  selected: true
            """),
        Section(
            "Variants of a body",
            "A list of bodies with titles; the selected one is sent. The form switches between them.",
            examples: """
                body:
                  - title: Valid
                    selected: true
                    body:
                      type: json
                      data: '{"quantity": 1}'
                  - title: Negative quantity
                    body:
                      type: json
                      data: '{"quantity": -1}'
                """),
        Section(
            "GraphQL",
            "`info.type` is `graphql`. `variables` is the text of a JSON object. Where the query has several operations, `operation` in microscope.yaml names the one that is sent.",
            examples: """
                # users/search.yml
                info:
                  name: Search users
                  type: graphql
                graphql:
                  method: POST
                  url: "{{baseUrl}}/graphql"
                  body:
                    query: |-
                      query Search($text: String!) {
                        users(matching: $text) { id name }
                      }
                    variables: '{"text": "ada"}'
                """),
        Section(
            "Variables in templates",
            "`{{name}}` is replaced in URLs, values, bodies and credentials. Values can refer to other variables. A missing one is asked for, or ends `send` with status 4.",
            rows: [
                "{{name}}, {{user.address[0]}}": "a variable, or a part of a typed one",
                "{{process.env.NAME}}": "a pair of `.env`, or of the environment of the process",
                "{{$guid}}, {{$timestamp}}, {{$randomEmail}}": "a value that is generated for each request",
                "{{$base64(user + ':' + password)}}": "a function; see template-functions.md",
                "{{?Question}}": "a value that is asked for before each send",
            ],
            examples: """
                runtime:
                  variables:
                    - name: language
                      value: de
                    - name: filter
                      value:
                        type: object
                        data: '{"state": "open"}'
                """),
    ]
}
