extension SwiftLines {
    /// Declares the types of a model.
    mutating func declare(_ declarations: [ModelDeclaration]) {
        for declaration in declarations {
            addBlankLine()
            switch declaration {
            case .structure(let structure): declare(structure)
            case .choice(let choice): declare(choice)
            }
        }
    }

    private mutating func declare(_ structure: ModelStructure) {
        block("struct \(structure.name): Codable, Hashable, Sendable") { lines in
            for property in structure.properties {
                lines.add("var \(SwiftName.quoted(property.name)): \(property.type.text)")
            }
            lines.declare(structure.nested)
            if structure.needsCodingKeys { lines.declareKeys(of: structure) }
        }
    }

    private mutating func declareKeys(of structure: ModelStructure) {
        addBlankLine()
        block("enum CodingKeys: String, CodingKey") { lines in
            for property in structure.properties {
                let value =
                    property.name.utf8.elementsEqual(property.key.utf8) ? "" : " = \(SwiftLiteral.string(property.key))"
                lines.add("case \(SwiftName.quoted(property.name))\(value)")
            }
        }
    }

    // MARK: One of several kinds

    private mutating func declare(_ choice: ModelChoice) {
        block("enum \(choice.name): Codable, Hashable, Sendable") { lines in
            for one in choice.cases { lines.add("case \(one.name)(\(one.type.text))") }
            lines.declare(choice.nested)
            lines.addBlankLine()
            lines.declareDecoding(choice.cases)
            lines.addBlankLine()
            lines.declareEncoding(choice.cases)
        }
    }

    private mutating func declareDecoding(_ cases: [ModelChoice.Case]) {
        block("init(from decoder: any Decoder) throws") { lines in
            lines.add("let container = try decoder.singleValueContainer()")
            for (index, one) in cases.enumerated() {
                let isLast = index == cases.count - 1
                let head = index == 0 ? "if" : "} else if"
                if isLast {
                    lines.add("} else {")
                } else {
                    lines.add("\(head) let value = try? container.decode(\(one.type.text).self) {")
                }
                let value = isLast ? "try container.decode(\(one.type.text).self)" : "value"
                lines.add("    self = .\(one.name)(\(value))")
            }
            lines.add("}")
        }
    }

    private mutating func declareEncoding(_ cases: [ModelChoice.Case]) {
        block("func encode(to encoder: any Encoder) throws") { lines in
            lines.add("var container = encoder.singleValueContainer()")
            lines.add("switch self {")
            for one in cases { lines.add("case .\(one.name)(let value): try container.encode(value)") }
            lines.add("}")
        }
    }

    // MARK: Helpers

    /// Declares a type that holds any JSON.
    mutating func declareAnything() {
        addBlankLine()
        comment("Any JSON: what has been seen so far says nothing about it.")
        for line in Self.anything.split(separator: "\n", omittingEmptySubsequences: false) { add(String(line)) }
    }

    /// Reads dates as they came.
    mutating func declareDecoder(for dates: DateShape) {
        addBlankLine()
        comment(
            "Reads the dates of the response\(dates.hasFraction ? ", with fractions of a second and without" : "").")
        block("static var decoder: JSONDecoder") { lines in
            lines.add("let decoder = JSONDecoder()")
            if dates.hasFraction {
                for line in Self.fractions.split(separator: "\n") { lines.add(String(line)) }
            } else {
                lines.add("decoder.dateDecodingStrategy = .iso8601")
            }
            lines.add("return decoder")
        }
    }

    private static let fractions = """
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            let formatter = ISO8601DateFormatter()
            for options: ISO8601DateFormatter.Options in [[.withInternetDateTime, .withFractionalSeconds], .withInternetDateTime] {
                formatter.formatOptions = options
                if let date = formatter.date(from: text) { return date }
            }
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date: \\(text)")
        }
        """

    private static let anything = """
        enum JSONValue: Codable, Hashable, Sendable {
            case null
            case bool(Bool)
            case number(Double)
            case string(String)
            case array([JSONValue])
            case object([String: JSONValue])

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let value = try? container.decode(Bool.self) {
                    self = .bool(value)
                } else if let value = try? container.decode(Double.self) {
                    self = .number(value)
                } else if let value = try? container.decode(String.self) {
                    self = .string(value)
                } else if let value = try? container.decode([JSONValue].self) {
                    self = .array(value)
                } else if let value = try? container.decode([String: JSONValue].self) {
                    self = .object(value)
                } else {
                    self = .null
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .null: try container.encodeNil()
                case .bool(let value): try container.encode(value)
                case .number(let value): try container.encode(value)
                case .string(let value): try container.encode(value)
                case .array(let value): try container.encode(value)
                case .object(let value): try container.encode(value)
                }
            }
        }
        """
}
