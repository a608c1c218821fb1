extension MultipartPart {
    /// A line for each path; a text is one value, unless the file has several.
    package mutating func takeValue(_ text: String) -> String? {
        guard isFile || values.count > 1 else {
            values = [text]
            return nil
        }
        // CR LF may stand in a text; between the texts is LF.
        let ends: Set<Character> = isFile ? ["\n", "\r\n", "\r"] : ["\n"]
        values = text.split(omittingEmptySubsequences: isFile, whereSeparator: ends.contains).map(String.init)
        return nil
    }
}

extension RequestBody.Kind {
    /// The kinds that can be chosen, in the order of the list.
    package static let choices: [RequestBody.Kind] = [
        .none, .json, .text, .xml, .sparql, .formURLEncoded, .multipart, .file,
    ]

    /// For a person.
    package var title: String {
        switch self {
        case .none: "none"
        case .json: "JSON"
        case .text: "text"
        case .xml: "XML"
        case .sparql: "SPARQL"
        case .formURLEncoded: "form (urlencoded)"
        case .multipart: "multipart form"
        case .file: "file"
        case .graphQL: "GraphQL"
        case .unsupported(let word): word
        }
    }

    /// Whether the form shows it as lines of text.
    package var isWrittenAsText: Bool { isText || self == .graphQL }

    /// By which an editor knows the language.
    package var fileExtension: String {
        switch self {
        case .json: "json"
        case .xml: "xml"
        case .graphQL: "graphql"
        default: "txt"
        }
    }
}
