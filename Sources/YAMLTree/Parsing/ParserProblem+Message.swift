extension ParserProblem {
    /// Returns the problem and what was expected, in words for the person who wrote the file.
    ///
    /// - Parameters:
    ///   - found: the character at the problem's place; nil at the end of the text.
    ///   - contextLine: the 1-based line where the thing begins that libyaml was reading.
    func explanation(found: Unicode.Scalar?, contextLine: Int) -> String {
        switch message {
        case "mapping values are not allowed in this context":
            "a ':' stands where no key can be; expected a value, with quotes around it if it holds ': '"
        case "could not find expected ':'":
            "a key without a ':' after it; expected 'key: value' on one line"
        case "did not find expected key":
            "unexpected text; expected a key in line with those of the mapping that begins on line \(contextLine)"
        case "did not find expected '-' indicator":
            "unexpected text; expected '- ' in line with the list that begins on line \(contextLine)"
        case "did not find expected ',' or ']'":
            "expected ',' or ']' in the list that begins on line \(contextLine)"
        case "did not find expected ',' or '}'":
            "expected ',' or '}' in the mapping that begins on line \(contextLine)"
        case "found unexpected end of stream":
            "this quoted text has no end; expected a closing quote"
        case "did not find expected node content":
            "expected a value here"
        case "found character that cannot start any token":
            Self.explanation(ofStart: found)
        case "found a tab character where an indentation space is expected",
            "found a tab character that violates indentation":
            "a tab used as indentation; expected spaces"
        case "control characters are not allowed":
            "the control character U+\(Self.hex(value)); expected an escape in double quotes"
        case "found unknown escape character":
            "an unknown escape; expected one of those of YAML, such as \\n or \\\\, or single quotes"
        case "found invalid Unicode character escape code":
            "an escape that is no character; expected both halves of a surrogate pair, such as \\ud83d\\ude00"
        case "block sequence entries are not allowed in this context":
            "a '- ' on the same line as the key; expected the list to begin on the next line"
        case "found undefined tag handle":
            "an unknown tag prefix; expected '!name' or '!!name'"
        default:
            context.map { "\(message) \($0), which begins on line \(contextLine)" } ?? message
        }
    }

    /// Whether the place to show is where the thing begins that libyaml was reading: a missing ':' or quote is noticed
    /// only lines later.
    var isNoticedLate: Bool {
        message == "could not find expected ':'" || message == "found unexpected end of stream"
    }

    private static func explanation(ofStart found: Unicode.Scalar?) -> String {
        switch found {
        case "\t": "a tab used as indentation; expected spaces"
        case let found?: "a value cannot begin with '\(found)'; expected quotes around it"
        case nil: "expected a value here"
        }
    }

    private static func hex(_ value: Int) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
