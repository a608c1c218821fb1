import Quoting
import YAMLTree

extension RequestExample: SavedRow {
    var identity: String { name ?? "" }

    var written: YAMLValue {
        .mapping(
            YAMLMapping(said: [
                ("name", .text(name)), ("description", .text(description)), ("request", request?.written),
                ("response", response?.written),
            ]))
    }

    func save(over old: RequestExample, at path: YAMLPath, in writing: inout FileWriting) throws(FileProblem) {
        try writing.save(path.appending(key: "name"), .text(old.name), .text(name))
        try writing.save(path.appending(key: "description"), .text(old.description), .text(description))
        try saveRequest(over: old.request, at: path.appending(key: "request"), in: &writing)
        try saveResponse(over: old.response, at: path.appending(key: "response"), in: &writing)
    }

    private func saveRequest(
        over old: Request?, at path: YAMLPath, in writing: inout FileWriting
    ) throws(FileProblem) {
        guard let old, let request else { return try writing.replace(path, isOld: old != nil, request?.written) }
        if differ(request.url, old.url) { try writing.set(path.appending(key: "url"), text: request.url) }
        if differ(request.method, old.method) { try writing.set(path.appending(key: "method"), text: request.method) }
        try writing.save(path.appending(key: "headers"), old.headers, request.headers)
        try writing.save(path.appending(key: "params"), old.parameters, request.parameters)
        guard differ(request.body, old.body) else { return }
        // The index of the example is no index of a variant: the body may go.
        if request.body.kind == .none { return try writing.remove(path.appending(key: "body")) }
        try writing.save(old.body, request.body, at: path.appending(key: "body"))
    }

    private func saveResponse(
        over old: Response?, at path: YAMLPath, in writing: inout FileWriting
    ) throws(FileProblem) {
        guard let old, let response else { return try writing.replace(path, isOld: old != nil, response?.written) }
        for (member, former) in zip(response.facts, old.facts) where differ(member.value, former.value) {
            let place = path.appending(key: member.key)
            if let value = member.value { try writing.set(place, value) } else { try writing.remove(place) }
        }
        try writing.save(path.appending(key: "headers"), old.headers, response.headers)
        try writing.save(path.appending(key: "body"), old.body?.written, response.body?.written)
    }
}

extension FileWriting {
    fileprivate mutating func replace(_ path: YAMLPath, isOld: Bool, _ new: YAMLValue?) throws(FileProblem) {
        if let new { try set(path, new) } else if isOld { try remove(path) }
    }
}

extension RequestExample.Request {
    fileprivate var written: YAMLValue {
        .mapping(
            YAMLMapping(said: [
                ("url", .text(url)), ("method", .text(method)), ("headers", .rows(headers)),
                ("params", .rows(parameters)), ("body", body.written),
            ]))
    }
}

extension RequestExample.Response {
    fileprivate var facts: [(key: String, value: YAMLValue?)] {
        [("status", status.map { .number($0) }), ("statusText", .text(statusText))]
    }

    fileprivate var written: YAMLValue {
        .mapping(
            YAMLMapping(
                said: facts.map { ($0.key, $0.value) } + [("headers", .rows(headers)), ("body", body?.written)]))
    }
}

extension RequestExample.Body {
    fileprivate var written: YAMLValue { ["type": .string(type), "data": .string(data)] }
}
