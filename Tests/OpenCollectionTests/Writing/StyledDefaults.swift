/// Files beside requests, in differing styles.
enum StyledDefaults {
    private static func styled(_ texts: [String]) -> [String] {
        texts + texts.flatMap { [$0.replacing("\n", with: "\r\n"), String($0.dropLast())] }
    }

    static let folders = styled([
        """
        # Users.
        info:
          name: Users # shown
          type: folder
          seq: 2
          tags: [a]
        request:
          headers:
            # who
            - name: A
              value: "1" # one
            - name: B
              value: two
              disabled: true
          auth: inherit
          variables:
            - {name: v, value: w}
            - name: n
              value: {type: number, data: "5"}
          actions:
            - type: set-variable
              phase: after-response
              selector: {expression: res.body.id, method: jsonq}
              variable: {name: id, scope: runtime}
          settings:
            http: {timeout: 5, encodeUrl: inherit}
        docs:
          content: Words.
          type: text/markdown
        x-ours: kept

        """,
        "{\"info\": {\"name\": \"Flow\", \"type\": \"folder\"}, \"request\": {\"auth\": {\"type\": \"bearer\", \"token\": \"t\"}}}\n",
        "info:\n  name: Fresh\n  type: folder\n  seq: 1\n\nrequest:\n  auth: inherit\n",
    ])

    static let environments = styled([
        """
        name: dev
        color: red # alarm
        variables:
          # where
          - name: host
            value: http://h
          - secret: true
            name: key
            type: number
          - name: long
            value: |
              two
              lines
            # last
            description: {content: Why., type: text/plain}
        clientCertificates:
          - domain: h
            type: pem
            certificateFilePath: c.pem
            privateKeyFilePath: k.pem # key
        externalSecrets:
          type: aws-secrets-manager
          variables:
            - name: token # vault
              secretName: prod/token
        extends: base
        x-ours: kept

        """,
        "name: small\nvariables: [{name: a, value: b}, {name: c, value: d, disabled: true}]\n",
        "name: none\nvariables: []\n",
    ])

    static let roots = styled([
        """
        opencollection: 1.0.0
        info:
          name: Shop
          summary: All of it. # short
          version: "1.10"
          authors:
            - name: Ada
              email: ada@h # work
        config:
          proxy:
            inherit: false
            config:
              protocol: http
              hostname: proxy # the old one
              port: 8080
              auth: {username: u, password: p}
          clientCertificates:
            - domain: h
              type: pem
              certificateFilePath: c.pem
              privateKeyFilePath: k.pem # key
        request:
          auth: {type: bearer, token: t}
          headers:
            - name: A # all
              value: "1"
        bundled: false
        extensions:
          bruno:
            ignore: [node_modules] # theirs
          other: {a: 1}

        """,
        "opencollection: 1.0.0\n\ninfo:\n  name: My API\nbundled: false\nextensions:\n  bruno:\n    ignore:\n      - node_modules\n      - .git\n",
    ])

    static let companions = styled([
        """
        # Ours.
        version: 1
        requests:
          f.yml:
            retry: # patient
              count: 3
              backoff: constant
              statuses: [503, 429] # busy
            tls: {verify: false}
          other.yml:
            retry: {count: 1}
        folders:
          users: {tls: {verify: false}} # lab
        x-ours: kept

        """,
        "version: 1\n",
        "version: 1\nrequests: {f.yml: {retry: {count: 2}}}\n",
    ])
}
