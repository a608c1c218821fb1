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
