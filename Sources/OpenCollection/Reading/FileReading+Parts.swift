import YAMLTree

// Parts that several kinds of file share.

extension FileReading {
    /// The rows of a list, those left out that are no mappings.
    mutating func rows<Row>(
        _ node: YAMLNode?, _ name: String, known: Set<String>, _ row: (inout Self, YAMLNode, String, Int) -> Row
    ) -> [Row] {
        var rows: [Row] = []
        for (index, item) in items(node, name).enumerated() {
            let name = "\(name)[\(index)]"
            guard mapping(item, name) != nil else { continue }
            noteUnknownKeys(of: item, known: known, in: name)
            rows.append(row(&self, item, name, index))
        }
        return rows
    }

    /// Rows of headers or form fields.
    mutating func fields(_ node: YAMLNode?, _ name: String) -> [Field] {
        rows(node, name, known: ["name", "value", "description", "disabled"]) { $0.field($1, $2, origin: $3) }
    }

    mutating func field(_ item: YAMLNode, _ name: String, origin: Int) -> Field {
        Field(
            text(item["name"], "\(name).name") ?? "", text(item["value"], "\(name).value") ?? "",
            isEnabled: isEnabled(item, name), description: documentation(item["description"], "\(name).description"),
            origin: origin)
    }

    mutating func parameters(_ node: YAMLNode?, _ name: String) -> [Parameter] {
        rows(node, name, known: ["name", "value", "type", "description", "disabled"]) { reading, item, name, index in
            let word = reading.text(item["type"], "\(name).type") ?? "query"
            let kind = Parameter.Kind(rawValue: word)
            if kind == nil {
                reading.note(item["type"] ?? item, "\(name).type is neither query nor path; it is read as query")
            }
            return Parameter(kind ?? .query, reading.field(item, name, origin: index))
        }
    }

    mutating func isEnabled(_ item: YAMLNode, _ name: String) -> Bool {
        boolean(item["disabled"], "\(name).disabled") != true
    }

    mutating func texts(_ node: YAMLNode?, _ name: String) -> [String] {
        var texts: [String] = []
        for item in items(node, name) {
            if let text = text(item, name) { texts.append(text) }
        }
        return texts
    }
}
