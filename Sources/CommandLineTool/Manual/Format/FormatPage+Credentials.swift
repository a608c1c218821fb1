extension FormatPage {
    static let credentials: [Section] = [
        Section(
            "Credentials",
            "`auth: inherit` takes those of the nearest folder that has some, else the collection's; without `auth` there are none. They replace a header of the same name.",
            rows: [
                "basic, digest, wsse": "`username` and `password`", "bearer": "`token`",
                "apikey": "`key` and `value`; `placement` is `header` or `query`",
                "ntlm": "`username`, `password` and `domain`",
                "awsv4":
                    "`accessKeyId`, `secretAccessKey`, `sessionToken`, `service`, `region`; `profileName` reads the shared credentials file",
                "oauth1": "signatures with HMAC, RSA or PLAINTEXT; `placement` is `header`, `query` or `body`",
            ],
            examples: "auth: inherit",
            """
            auth:
              type: basic
              username: "{{user}}"
              password: "{{password}}"
            """,
            """
            auth:
              type: digest
              username: "{{user}}"
              password: "{{password}}"
            """,
            """
            auth:
              type: wsse
              username: "{{user}}"
              password: "{{password}}"
            """,
            """
            auth:
              type: bearer
              token: "{{token}}"
            """,
            """
            auth:
              type: apikey
              key: X-Api-Key
              value: "{{apiKey}}"
              placement: header
            """,
            """
            auth:
              type: ntlm
              username: "{{user}}"
              password: "{{password}}"
              domain: OFFICE
            """,
            """
            auth:
              type: awsv4
              accessKeyId: "{{awsKey}}"
              secretAccessKey: "{{awsSecret}}"
              service: execute-api
              region: eu-west-1
            """,
            """
            auth:
              type: oauth1
              consumerKey: "{{consumerKey}}"
              consumerSecret: "{{consumerSecret}}"
              signatureMethod: HMAC-SHA256
              placement: header
            """),
        Section(
            "OAuth 2",
            "A token is fetched before the first send that needs one, kept in the private store, and refreshed. The flows that need a browser open it on the screen.",
            rows: [
                "credentials": "`clientId`, `clientSecret`, and `placement`: `body` or `basic_auth_header`",
                "scope": "scopes with spaces between",
                "pkce": "`method` S256 or plain; `disabled: true` or `false` in its place switches it off",
                "additionalParameters":
                    "further parameters of `authorizationRequest`, `accessTokenRequest` and `refreshTokenRequest`, each with `placement` header, query or body",
                "tokenConfig":
                    "`id` tells tokens apart; `source` is `access_token` or `id_token`; `placement.header` is the prefix in Authorization, `placement.query` a parameter's name",
                "settings": "`autoFetchToken` (default true) and `autoRefreshToken`",
            ],
            examples: """
                auth:
                  type: oauth2
                  flow: client_credentials
                  accessTokenUrl: "{{baseUrl}}/token"
                  credentials:
                    clientId: "{{clientId}}"
                    clientSecret: "{{clientSecret}}"
                    placement: basic_auth_header
                  scope: read write
                  tokenConfig:
                    id: main
                    placement: {header: Bearer}
                  settings:
                    autoFetchToken: true
                    autoRefreshToken: true
                """,
            """
            auth:
              type: oauth2
              flow: resource_owner_password_credentials
              accessTokenUrl: "{{baseUrl}}/token"
              credentials:
                clientId: "{{clientId}}"
              resourceOwner:
                username: "{{user}}"
                password: "{{password}}"
              tokenConfig:
                placement: {header: Bearer}
            """,
            """
            auth:
              type: oauth2
              flow: authorization_code
              authorizationUrl: "{{baseUrl}}/authorize"
              accessTokenUrl: "{{baseUrl}}/token"
              refreshTokenUrl: "{{baseUrl}}/token"
              callbackUrl: http://127.0.0.1:8777/callback
              credentials:
                clientId: "{{clientId}}"
              pkce: {method: S256}
              additionalParameters:
                authorizationRequest:
                  - name: audience
                    value: orders
                    placement: query
              tokenConfig:
                placement: {header: Bearer}
            """,
            """
            auth:
              type: oauth2
              flow: implicit
              authorizationUrl: "{{baseUrl}}/authorize"
              callbackUrl: http://127.0.0.1:8777/callback
              credentials:
                clientId: "{{clientId}}"
              tokenConfig:
                placement: {query: access_token}
            """),
    ]
}
