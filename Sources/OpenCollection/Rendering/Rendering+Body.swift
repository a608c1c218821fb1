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

    /// Query and variables as one JSON object. Numbers in the variables keep their spelling.
    private mutating func queryBody() -> RenderedBody {
        let query = resolve(definition.body.text, "query").text
        let template = JSONComments.stripped(from: definition.body.graphQLVariables ?? "")
        let variables = resolve(template, "GraphQL variables", isJSON: true).text
        check(variables: variables)
        let object = variables.isBlank ? "{}" : JSONText.compacted(variables)
        return bytesBody("{\"query\":\(JSONText.quote(query)),\"variables\":\(object)}", type: "application/json")
    }

    private mutating func check(variables: String) {
        guard missing.isEmpty, cycles.isEmpty, !variables.isBlank else { return }
        do {
            _ = try JSONText.parse(variables)
        } catch let problem as JSONText.Problem {
            problems.append(
                "The GraphQL variables are not valid JSON: line \(problem.line), column \(problem.column): "
                    + "\(problem.message).")
        } catch {
            problems.append("The GraphQL variables are not valid JSON.")
        }
    }

    private mutating func textBody(_ template: String, type: String) -> RenderedBody {
        let isJSON = (value(ofHeader: "Content-Type") ?? type).asciiLowercased.contains("json")
        return bytesBody(resolve(template, "body", isJSON: isJSON).text, type: type)
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
