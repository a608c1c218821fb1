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
        case .multipart: cannotSend("A multipart form")
        case .file: cannotSend("A file as body")
        case .unsupported(let kind): cannotSend("A body of the kind \(kind)")
        }
    }

    private mutating func cannotSend(_ what: String) -> RenderedBody {
        problems.append("\(what) cannot be sent yet.")
        return .none
    }

    private mutating func jsonBody() -> RenderedBody {
        let body = textBody(JSONComments.stripped(from: definition.body.text), type: "application/json")
        // Checking costs about as much as sending; beyond this size it would be felt at each key.
        guard missing.isEmpty, cycles.isEmpty, (1...(1 << 20)).contains(body.bytes.count) else { return body }
        do {
            _ = try JSONText.parse(String(decoding: body.bytes, as: UTF8.self))
        } catch let problem as JSONText.Problem {
            notes.append(
                "The JSON body is not valid: line \(problem.line), column \(problem.column): \(problem.message).")
        } catch {
            notes.append("The JSON body is not valid.")
        }
        return body
    }

    private mutating func textBody(_ template: String, type: String) -> RenderedBody {
        bytesBody(resolve(template, "body").text, type: type)
    }

    private mutating func formBody() -> RenderedBody {
        let pairs = definition.body.form.filter(\.isEnabled).map { row in
            let value = resolve(row.value, "form field \(row.name)").text
            return "\(PercentCoding.encodeForm(row.name))=\(PercentCoding.encodeForm(value))"
        }
        return bytesBody(pairs.joined(separator: "&"), type: "application/x-www-form-urlencoded")
    }

    private mutating func bytesBody(_ text: String, type: String) -> RenderedBody {
        addUnlessSet("Content-Type", type, .bodyType)
        return .bytes(Array(text.utf8), contentType: value(ofHeader: "Content-Type"))
    }
}
