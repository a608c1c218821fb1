import DeclarationScanner

/// Writes the extension that makes a struct an `HttpRequest`.
///
/// Each statement that names a property of the user stands on that property's line, by `#sourceLocation`: what the type checker finds
/// wrong with it (no `CustomStringConvertible`, no `Encodable`) is then reported there and not in generated text.
struct ExtensionWriter {
    let macro: RequestMacro
    /// As the compiler says it: "Outer.GetUser".
    let type: String
    /// Whether the conformance is still to be declared.
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

    /// The statement on the line of the property, the member that it calls below the property's name where there is room.
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
    /// A string literal that says this.
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
