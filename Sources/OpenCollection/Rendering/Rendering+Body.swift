import Quoting
import Secrets
import Text

extension Rendering {
    /// The body, and its Content-Type unless a header says one.
    mutating func renderBody() -> RenderedBody {
        switch definition.body.kind {
        case .none: .none
        case .json: jsonBody()
        case .text: textBody(definition.body.text, type: "text/plain")
        case .xml: textBody(definition.body.text, type: "application/xml")
        case .sparql: textBody(definition.body.text, type: "application/sparql-query")
        case .formURLEncoded: formBody()
        case .graphQL: queryBody()
        case .multipart: multipartBody()
        case .file: fileBody()
        case .unsupported(let kind): unknownBody(kind)
        }
    }

    private mutating func unknownBody(_ kind: String) -> RenderedBody {
        problems.append("A body of type \(kind) cannot be sent: choose another type.")
        return .none
    }

    private mutating func jsonBody() -> RenderedBody {
        let resolved = resolvedText(JSONComments.stripped(from: definition.body.text), type: "application/json")
        // Checking costs about as much as sending; beyond this size it would be felt.
        if notesJSON, missing.isEmpty, cycles.isEmpty, (1...(1 << 20)).contains(resolved.text.utf8.count) {
            noteWhatIsNoJSON(in: resolved)
        }
        return bytesBody(resolved.secretText, type: "application/json")
    }

    /// Values land in a JSON body as they are, so one of them may be what breaks it.
    private mutating func noteWhatIsNoJSON(in body: ResolvedText) {
        do {
            _ = try JSONText.parse(body.text)
        } catch let problem as JSONFault {
            let near = body.holes.first {
                ($0.resolvedRange.lowerBound...$0.resolvedRange.upperBound).contains(problem.offset)
            }
            let value = near.map { ", at the value of \($0.name.shownInLine())" } ?? ""
            notes.append(
                "The JSON body is not valid: line \(problem.line), column \(problem.column)\(value): \(problem.message)."
            )
        } catch {
            notes.append("The JSON body is not valid.")
        }
    }

    /// Returns query and variables as one JSON object. Numbers in the variables keep their spelling.
    private mutating func queryBody() -> RenderedBody {
        let query = resolve(definition.body.text, "query").secretText
        let template = JSONComments.stripped(from: definition.body.graphQLVariables ?? "")
        let variables = resolve(template, "GraphQL variables", isJSON: true).secretText
        check(variables: variables.string)
        let object = variables.string.isWhitespaceOnly ? "{}" : variables.compactedJSON
        let name = operationName(in: query.string).map { ",\"operationName\":\(JSONText.quoted($0))" } ?? ""
        return bytesBody(
            "{\"query\":\"" + query.encoded { JSONText.escaped($0) } + "\",\"variables\":" + object
                + SecretText(name + "}"),
            type: "application/json")
    }

    /// Servers refuse several operations without the name of one.
    private mutating func operationName(in query: String) -> String? {
        let choice = OperationChoice(of: collection.operationName(of: definition, at: path), in: query)
        if case .open(let open) = choice {
            problems.append("\(open.words): choose one on the tab Body, or with --operation NAME.")
        }
        return choice.name
    }

    private mutating func check(variables: String) {
        guard missing.isEmpty, cycles.isEmpty, !variables.isWhitespaceOnly else { return }
        do {
            _ = try JSONText.parse(variables)
        } catch let problem as JSONFault {
            problems.append(
                "The GraphQL variables are not valid JSON: line \(problem.line), column \(problem.column): "
                    + "\(problem.message).")
        } catch {
            problems.append("The GraphQL variables are not valid JSON.")
        }
    }

    private mutating func textBody(_ template: String, type: String) -> RenderedBody {
        bytesBody(resolvedText(template, type: type).secretText, type: type)
    }

    /// - Parameter type: the body's, where no header says another.
    private mutating func resolvedText(_ template: String, type: String) -> ResolvedText {
        let isJSON = (value(ofHeader: "Content-Type") ?? type).asciiLowercased.contains("json")
        return resolve(template, "body", isJSON: isJSON)
    }

    private mutating func formBody() -> RenderedBody {
        let pairs = definition.body.form.filter(\.isEnabled).map { row in
            let value = resolve(row.value, "form field \(row.name)").secretText
            return SecretText(PercentCoding.encodeForm(row.name) + "=") + value.encoded(PercentCoding.encodeForm)
        }
        return bytesBody(pairs.joined(separator: "&"), type: "application/x-www-form-urlencoded")
    }

    /// Names and types are sent as written; placeholders count in texts and paths.
    private mutating func multipartBody() -> RenderedBody {
        let rows = definition.body.parts.filter(\.isEnabled)
        let parts = rows.flatMap { row in row.values.map { part($0, of: row) } }
        addUnlessSet("Content-Type", "multipart/form-data", .bodyType)
        if let type = value(ofHeader: "Content-Type"), !type.asciiLowercased.hasPrefix("multipart/") {
            notes.append("The Content-Type header is \(type): without its boundary the form cannot be parsed.")
        }
        return .multipart(parts)
    }

    private mutating func part(_ template: String, of row: MultipartPart) -> RenderedPart {
        let text = resolve(template, "form part \(row.name)").secretText
        let type = row.contentType.flatMap { $0.isWhitespaceOnly ? nil : $0 }
        let content = row.isFile ? text.trimmed : text
        if row.isFile, content.isEmpty {
            problems.append("The form part \(row.name) names no file: choose one, or disable the part.")
        }
        var part = RenderedPart(
            row.name, row.isFile ? .file(content.string) : .text(content.string), contentType: type)
        part.spans = content.spans
        return part
    }

    /// The first that is selected. Placeholders do not count in it, as the format has it.
    private mutating func fileBody() -> RenderedBody {
        guard let file = definition.body.files.first(where: \.isSelected) else {
            if !definition.body.files.isEmpty { notes.append("No file is selected, so no body is sent.") }
            return .none
        }
        let path = file.path.trimmingWhitespace()
        if path.isEmpty { problems.append("The selected file of the body has no path: choose one.") }
        if !Placeholder.all(in: path).isEmpty {
            notes.append("Variables are not replaced in the path of a file: \(path)")
        }
        addType(of: file)
        return .file(path: path)
    }

    /// Adds the type of a file, which goes before that of a header; an empty one does not count.
    private mutating func addType(of file: BodyFile) {
        guard !file.contentType.isWhitespaceOnly else {
            return addUnlessSet("Content-Type", "application/octet-stream", .bodyType)
        }
        headers.removeAll { $0.name.equalsIgnoringASCIICase("Content-Type") }
        addUnlessSet("Content-Type", SecretText(file.contentType), .bodyType)
    }

    private mutating func bytesBody(_ text: SecretText, type: String) -> RenderedBody {
        addUnlessSet("Content-Type", SecretText(type), .bodyType)
        bodySpans = text.spans
        return .bytes(text.bytes, contentType: value(ofHeader: "Content-Type"))
    }
}

extension SecretText {
    /// The text, which is valid JSON, without the spaces between its parts.
    fileprivate var compactedJSON: SecretText {
        var (isInString, isEscaped) = (false, false)
        return rewritten { place, output in
            let byte = bytes[place]
            if isInString || !JSONText.isWhitespace(byte) { output.append(byte) }
            if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            return 1
        }
    }
}
