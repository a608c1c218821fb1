import YAMLTree

/// Checks the parts of a request that another tool will not carry out: rows of its query, assertions, expressions.
struct RequestCheck {
    private let request: CollectionOutline.Request
    private var found: [CheckProblem] = []

    init(_ request: CollectionOutline.Request) { self.request = request }

    func problems() -> [CheckProblem] {
        var check = self
        check.checkQuery()
        check.checkPath()
        for assertion in request.node["runtime"]?["assertions"]?.enabledItems ?? [] { check.checkAssertion(assertion) }
        for action in request.node["runtime"]?["actions"]?.enabledItems ?? [] {
            check.checkExpression(action["selector"]?["expression"])
        }
        return check.found
    }

    private mutating func add(
        _ rule: CheckProblem.Rule, _ node: YAMLNode, _ message: String, fix: String, replacement: String? = nil
    ) {
        found.append(
            request.file.problem(.warning, rule, at: node, message, fix: fix, replacement: replacement))
    }

    // MARK: - Query

    /// The URL's query is what is sent; rows of `params` are compared with it.
    private mutating func checkQuery() {
        guard let params = request.details?["params"]?.items else { return }
        for row in definition(params).queryRows {
            guard let index = row.field.origin, params.indices.contains(index) else { continue }
            let node = params[index]["name"] ?? params[index]
            let name = row.field.name
            switch row.status {
            case .onlyInList:
                add(
                    .queryRow, node, "the URL lacks the query parameter \(name): Bruno will not send it",
                    fix: "write \(row.encoded) into the URL, or disable the row")
            case .differs(let inList):
                add(
                    .queryRow, node,
                    "the URL says \(name)=\(row.field.value), the row \"\(inList)\": the URL's is sent",
                    fix: "write the same in both")
            case .surplus:
                add(
                    .queryRow, node, "the URL has the query parameter \(name) fewer times: this row is not sent",
                    fix: "write it into the URL once more, or disable the row")
            case .both, .onlyInURL, .disabled: break
            }
        }
    }

    private func definition(_ params: [YAMLNode]) -> RequestDefinition {
        var definition = RequestDefinition()
        definition.url = request.details?["url"]?.string ?? ""
        let settings = request.node["settings"]
        definition.settings.isPresent = settings?.entries != nil
        definition.settings.encodesURL = (settings?["encodeUrl"]?.scalar?.resolved).flatMap {
            if case .bool(let value) = $0 { value } else { nil }
        }
        definition.parameters = params.enumerated().map { index, row in
            let field = Field(
                row["name"]?.string ?? "", row["value"]?.string ?? "", isEnabled: row["disabled"]?.isTrue != true,
                origin: index)
            return Parameter(row["type"]?.string == "path" ? .path : .query, field)
        }
        return definition
    }

    // MARK: - Path

    private mutating func checkPath() {
        let rows = request.details?["params"]?.enabledItems ?? []
        for row in rows where row["type"]?.string == "path" && (row["value"]?.string ?? "").isWhitespaceOnly {
            guard let name = row["name"]?.string, definition([]).urlTemplate.pathNames.contains(name) else { continue }
            add(
                .emptyPathParameter, row["value"] ?? row,
                "\(name) has no value: the request is not sent with an empty path parameter",
                fix: "write a value, or a {{variable}}")
        }
    }

    // MARK: - Assertions

    private mutating func checkAssertion(_ assertion: YAMLNode) {
        checkExpression(assertion["expression"])
        if let node = assertion["operator"], let word = node.string, AssertionOperator(rawValue: word) == nil {
            let meant = AssertionOperator.meant(by: word)
            add(
                .unknownOperator, node, "unknown operator \(word); Bruno would compare with the text \"\(word) …\"",
                fix: meant.map { "did you mean \($0)?" } ?? "write one of \(AssertionOperator.list)",
                replacement: meant.map(node.spelling))
        }
        let known = assertion["operator"]?.string.flatMap(AssertionOperator.init)
        if let node = assertion["value"], let text = node.string, known?.needsScript(for: text) ?? false {
            add(
                .needsScript, node, "a value with ${ or a backtick needs JavaScript: it is not evaluated",
                fix: "write the value out, or use a {{variable}}")
        }
    }

    private mutating func checkExpression(_ node: YAMLNode?) {
        guard let node, let text = node.string, ServedExpression(text) == nil else { return }
        add(
            .needsScript, node, "\"\(text.prefix(60))\" needs JavaScript: it is not evaluated",
            fix: ServedExpression.inBrackets(text).map { "write \($0)" }
                ?? "write res.status, res.headers.name, or res.body with .name and [0] below it")
    }
}

extension QueryRow {
    fileprivate var encoded: String { field.encodedPair.text }
}
