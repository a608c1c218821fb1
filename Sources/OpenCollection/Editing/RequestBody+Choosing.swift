extension MultipartPart {
    /// A line for each path; a text is one value, unless the file has several.
    package mutating func takeValue(_ text: String) -> String? {
        guard isFile || values.count > 1 else {
            values = [text]
            return nil
        }
        // CR LF may be in a text; between the texts is LF.
        let ends: Set<Character> = isFile ? ["\n", "\r\n", "\r"] : ["\n"]
        values = text.split(omittingEmptySubsequences: isFile, whereSeparator: ends.contains).map(String.init)
        return nil
    }
}

extension RequestBody.Kind {
    /// Whether the form shows it as lines of text.
    package var isWrittenAsText: Bool { isText || self == .graphQL }

    /// Chooses the kind of a body that has none yet by the beginning of its text.
    package init(ofTyped text: String) {
        let start = text.unicodeScalars.drop(while: \.properties.isWhitespace)
        switch start.first {
        case nil: self = .none
        case "{", "[": self = start.starts(with: "{{".unicodeScalars) ? .text : .json
        case "<": self = .xml
        default: self = .text
        }
    }
}
