extension StyledFile {
    /// Every part that the format has for an HTTP request, with comments and keys of strangers.
    static let whole = """
        info:
          name: Whole
          type: http
          seq: 3
          tags: [a]
          description: {content: Why., type: text/markdown} # form
        http:
          method: PUT
          url: http://h/
          body:
            # first
            - title: small
              body: {type: json, data: "{}"}
            - title: large # the one
              selected: true
              body:
                type: text
                data: here
                x-note: kept
          auth:
            type: oauth2
            flow: client_credentials
            accessTokenUrl: http://h/token
            credentials: {clientId: me, clientSecret: "{{secret}}", placement: body}
            tokenConfig:
              placement:
                header: Bearer # a prefix
            settings: {autoFetchToken: true}
        runtime:
          variables:
            - name: v
              value:
                - title: one
                  value: "1"
                - title: two
                  selected: true
                  value: {type: number, data: "2"}
          scripts:
            - type: tests
              code: |
                test("x", () => {});
          assertions:
            # it worked
            - expression: res.status
              operator: eq
              value: "200"
              x-owner: me
            - expression: res.body.id
              operator: isDefined
              disabled: true
          actions:
            - type: set-variable
              phase: after-response
              selector: {expression: res.body.token, method: jsonq}
              variable:
                name: token
                scope: runtime # as Bruno does
        settings: {encodeUrl: inherit, timeout: inherit, followRedirects: true}
        examples:
          - name: Found
            description: A user.
            request:
              url: http://h/users/1
              method: GET
              headers:
                - name: Accept
                  value: json # wanted
              params: [{name: id, value: "1", type: path}]
              body: {type: json, data: ""}
            response:
              status: 200
              statusText: OK
              headers:
                - name: Content-Type
                  value: application/json
              body:
                type: json
                data: |-
                  {"id": 1}
          # none
          - name: Missing
            response: {status: 404}
        docs: Words.
        app: {enabled: true, code: <p>}

        """

    static let graphQL = """
        info:
          name: Users
          type: graphql
        graphql:
          url: http://h/graphql
          body:
            query: |-
              query ($id: ID!) { user(id: $id) { name } } # one
            variables: |
              {"id": "{{id}}"}
          auth: inherit
        settings:
          encodeUrl: true

        """

    /// A multipart form.
    static let parts = """
        info: {type: http}
        http:
          method: POST
          body:
            type: multipart-form
            data:
              - name: text
                type: text
                value: words # plain
              - name: lone
                type: file
                value: a.png
              - name: list
                type: file
                value:
                  - b.png
                  - c.png # last
                contentType: image/png
                disabled: true

        """

    /// Files of which only one is the body.
    static let files = """
        info: {type: http}
        http:
          body:
            type: file
            data:
              - filePath: a.bin
                contentType: application/octet-stream
                selected: true
              - {filePath: b.bin, contentType: "", selected: false}

        """
}
