import DeclarationScanner

/// Writes the extension that makes a struct an `HttpRequest`.
///
/// Each statement that refers to a property of the user is placed on that property's line, by `#sourceLocation`: an error of the type
/// checker (no `CustomStringConvertible`, no `Encodable`) is then reported there and not in generated text.
struct ExtensionWriter {
    let macro: RequestMacro
    /// The full name of the type, such as "Outer.GetUser".
    let type: String
    /// Whether the conformance still has to be declared.
    let conforms: Bool

    func source() -> String {
        let conformance = conforms ? ": MicroClientMacros.\(macro.conformance)" : ""
        var lines = ["extension \(type)\(conformance) {"]
        lines.append(
            "    \(macro.access)func write(to request: inout MicroClientMacros.RequestWriter) throws {")
        lines.append("        request.method = .\(macro.verb.member)")
        lines += (macro.template?.pieces ?? []).flatMap(statements)
        lines += macro.trees.lines { field in statement(for: field).map { placed($0, field) } ?? [] }
        return (lines + ["    }", "}"]).joined(separator: "\n")
    }

    private func statements(for piece: PathTemplate.Piece) -> [String] {
        switch piece {
        case .text(let text): return ["        request.append(path: \(text.swiftLiteral))"]
        case .parameter(let name, _):
            guard let field = macro.fields.first(where: { $0.role == .path && $0.binding.name == name }) else {
                return []
            }
            return placed("request.append(segment: \(reference(field)))", field)
        }
    }

    private func statement(for field: Field) -> String? {
        let value = reference(field)
        return switch field.role {
        case .query(let name): "request.append(query: \(name.swiftLiteral), \(value))"
        case .body: "try request.set(body: \(value))"
        case .headers: "request.set(headers: \(value))"
        case .timeout: "request.set(timeout: \(value))"
        case .cachePolicy: "request.set(cachePolicy: \(value))"
        case .path, .none: nil
        }
    }

    private func reference(_ field: Field) -> String { "self.\(field.name(macro.scanner))" }

    /// Returns the statement on the line of the property, aligned with the property's name if there is room.
    private func placed(_ statement: String, _ field: Field) -> [String] {
        guard !macro.source.fileName.isEmpty else { return ["        \(statement)"] }
        let place = macro.source.place(of: field.binding.nameRange.lowerBound)
        let callee = statement.hasPrefix("try ") ? 12 : 8
        let indent = String(repeating: " ", count: max(0, min(place.column - 1 - callee, 100)))
        return [
            "#sourceLocation(file: \(macro.source.fileName.swiftLiteral), line: \(place.line))", indent + statement,
            "#sourceLocation()",
        ]
    }
}

extension String {
    /// The text as a string literal of Swift.
    var swiftLiteral: String {
        var literal = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
