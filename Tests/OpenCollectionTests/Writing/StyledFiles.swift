import Testing

/// Request files that say much the same in differing styles, for edits that must not disturb them.
struct StyledFile: Sendable, CustomTestStringConvertible {
    let id: String
    let text: String
    var testDescription: String { id }

    /// A file as Bruno writes it, with comments.
    static let bruno = """
        # A file with comments.
        info:
          name: Get user
          type: http
          seq: 1
          tags:
            - smoke
            - slow # sometimes

        http:
          method: GET
          url: "{{host}}/users/:id?page=1"
          headers:
            - name: Accept
              value: json
            # The tenant.
            - name: X-Tenant
              value: "1" # one
              disabled: true
          params:
            - name: page
              value: "1"
              type: query
            - name: id
              value: ""
              type: path
              description: The user.
          body:
            type: json
            data: |-
              {
                "a": 1
              }
          auth: inherit

        runtime:
          variables:
            - name: one
              value: "1"
            - name: two
              value:
                type: number
                data: "2"

        settings:
          encodeUrl: true
          timeout: 0
          followRedirects: true
          maxRedirects: 5
          forwardAuthorizationHeader: false

        docs: Some words.

        """

    /// A file with lists in the column of their keys, other order of keys, unknown keys, explicit `disabled: false`, no final newline.
    static let indentless = """
        http:
            url: 'https://x.example/it''s'
            method: post
            auth:   # who
                type: basic
                password: 'p: q'
                username: u
                realm: unknown
            headers:
            -   name: A
                value: 1
                disabled: false
                x-note: kept
            -   name: B

            -   name: C
                value:
            # below
        settings: {timeout: 250}   # short
        info:
            type: http
            name: "Quoted"
        x-ours:
            - left
            - alone
        docs: >+
            folded
            words

            end
        """

    /// A file that is JSON, more or less.
    static let flow = """
        {
          "info": {"name": "Flow", "type": "http", "tags": ["a", "b"]},
          "http": {
            "method": "GET", "url": "http://h/",
            "headers": [{"name": "A", "value": "1"}, {"name": "B", "value": "2", "disabled": true}],
            "params": [],
            "auth": {"type": "bearer", "token": "t"}
          },
          "runtime": {"variables": [{"name": "v", "value": "w"}]}
        }

        """

    /// A file with flow rows in block lists, anchors, block scalars with odd chomping, empty lines between rows.
    static let mixed = """
        info:
          name: Mixed
          type: http
          x-words: &words Some words
        http:
          method: POST
          url: http://h/:a
          headers:
            - {name: A, value: 1}   # first

            # second
            - { name: B, value: "2", disabled: true }

            - name: C
              value: >-
                folded
                text
          params:
            - name: a
              value: x
              type: path
          body:
            type: form-urlencoded
            data:
              - name: f
                value: |+
                  kept

              - name: g
                value: "2"
          auth: &who
            type: apikey
            key: k
            value: v
            placement: query
        runtime:
          variables:
            - name: s
              value:
                - title: one
                  value: "1"
                - title: two
                  selected: true
                  value: "2"
          scripts: []
        docs:
          content: |2
              indented
          type: text/markdown
        x-same: *words
        """

    /// A literal body whose trailing lines count, between comments.
    static let odd = """
        info: {name: Odd, type: http}
        http:
          method: POST
          url: http://h
          body:
            type: text
            data: |+
              first

              last


          # who asks
          auth: inherit
        # the end

        """

    /// A file that says as little as possible.
    static let bare = "info: {type: http}\n"
    static let minimal = "info:\n  type: http\nhttp:\n  method: GET\n  url: http://h\n"
    static let windows = bruno.replacing("\n", with: "\r\n")

    static let all = [
        ("bruno", bruno), ("indentless", indentless), ("flow", flow), ("mixed", mixed), ("odd", odd), ("bare", bare),
        ("minimal", minimal), ("windows", windows), ("whole", whole), ("graphql", graphQL), ("parts", parts),
        ("files", files),
    ].map { StyledFile(id: $0.0, text: $0.1) }
}
