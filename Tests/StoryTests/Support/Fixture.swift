/// Files of small collections.
enum Fixture {
    static let root = """
        opencollection: 1.0.0

        info:
          name: Fixture

        """

    static let environment = """
        name: local
        variables:
          - name: baseUrl
            value: http://127.0.0.1:9

        """

    /// A request to the demo API that begins a session, and captures it as `session`.
    static let login = """
        info: {name: Login, type: http}
        http:
          method: POST
          url: "{{baseUrl}}/sessions"
          auth: inherit
          body: {type: form-urlencoded, data: [{name: username, value: demo}, {name: password, value: demo}]}
        runtime:
          actions:
            - type: set-variable
              phase: after-response
              selector: {expression: res.body.session, method: jsonq}
              variable: {name: session, scope: runtime}

        """

    static func request(_ name: String, method: String = "GET", url: String, more: String = "") -> String {
        """
        info:
          name: \(name)
          type: http

        http:
          method: \(method)
          url: "\(url)"

        """ + more
    }
}
