/// A replacement of a text that occurs in several places of a collection.
public struct TextReplacement: Sendable, Hashable {
    /// A part of a file that is searched. The raw value is the word at the command line.
    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// The URL, with path parameters, and query parameters that are switched off.
        case url
        /// Names and values of headers.
        case headers
        /// The texts of a body and of its variants.
        case body
        /// Documentation and descriptions of requests, folders, environments and the collection.
        case docs
        /// Names and values of variables, but no values of secrets, which no file has.
        case variables

        /// "url, headers, body, docs, variables"
        public static let list = allCases.map(\.rawValue).joined(separator: ", ")
    }

    /// A text, or the pattern of a regular expression.
    public let old: String
    /// The text in its place; of a regular expression `$1` to `$9` are its groups, `$0` is the match, and `$$` is a dollar.
    public let new: String
    public let isRegex: Bool
    public let parts: Set<Part>

    /// Why a replacement cannot be made.
    public struct Problem: Error, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// - Parameter parts: Default: all.
    /// - Throws: ``Problem`` if the old text is empty, or is not a regular expression.
    public init(
        _ old: String, with new: String, isRegex: Bool = false, in parts: Set<Part> = Set(Part.allCases)
    ) throws(Problem) {
        guard !old.isEmpty else { throw Problem(description: "the text to replace is empty") }
        (self.old, self.new, self.isRegex, self.parts) = (old, new, isRegex, parts)
        guard isRegex else { return }
        do {
            _ = try Self.regex(old)
        } catch {
            throw Problem(description: "\(old) is not a regular expression: \(error)")
        }
    }

    private static func regex(_ pattern: String) throws -> Regex<AnyRegexOutput> {
        try Regex(pattern).anchorsMatchLineEndings()
    }

    /// Replaces all occurrences in a text.
    ///
    /// - Parameter count: grows by the number of occurrences.
    public func apply(to text: String, _ count: inout Int) -> String {
        apply(to: text, isRegex ? try? Self.regex(old) : nil, &count)
    }

    /// Returns a function that does the same for many texts: a pattern is compiled once for all of them.
    func compiled() -> (_ text: String, _ count: inout Int) -> String {
        let regex = isRegex ? try? Self.regex(old) : nil
        return { apply(to: $0, regex, &$1) }
    }

    private func apply(to text: String, _ regex: Regex<AnyRegexOutput>?, _ count: inout Int) -> String {
        guard let regex else {
            guard text.contains(old) else { return text }
            count += text.ranges(of: old).count
            return text.replacing(old, with: new)
        }
        var found = 0
        let replaced = text.replacing(regex) { match in
            found += 1
            return filled(match.output)
        }
        count += found
        return found == 0 ? text : replaced
    }

    private func filled(_ groups: AnyRegexOutput) -> String {
        guard new.contains("$") else { return new }
        var (result, rest) = ("", new[...])
        while let character = rest.popFirst() {
            guard character == "$", let next = rest.first else {
                result.append(character)
                continue
            }
            if next == "$" {
                result.append("$")
            } else if let number = next.wholeNumberValue, next.isASCII, number < groups.count {
                result += groups[number].substring ?? ""
            } else {
                result.append("$")
                continue
            }
            rest.removeFirst()
        }
        return result
    }
}

extension FormContent {
    /// Replaces a text in all places that the replacement is about.
    ///
    /// - Returns: the number of occurrences in each part that has some.
    public mutating func apply(_ replacement: TextReplacement) -> [TextReplacement.Part: Int] {
        var counts: [TextReplacement.Part: Int] = [:]
        let replaced = replacement.compiled()
        for part in replacement.parts {
            var count = 0
            var changed = self
            changed.change(part) { replaced($0, &count) }
            guard count > 0 else { continue }
            counts[part] = count
            self = changed
        }
        return counts
    }

    /// Returns the lines of a part, as the user looks for them: "Accept: text/plain" of a header, `limit = 20` of a variable. The URL itself is
    /// no line: the list of requests has it.
    package func lines(of part: TextReplacement.Part) -> [String] {
        switch part {
        case .headers: return headers.map { "\($0.name): \($0.value)" }
        case .variables: return variables.map { $0.isSecret ? $0.name : "\($0.name) = \($0.value)" }
        case .url:
            return request.definition.parameters.filter { $0.kind == .path || !$0.field.isEnabled }
                .map { "\($0.field.name) = \($0.field.value)" }
        case .body, .docs:
            var texts: [String] = []
            var content = self
            content.change(part) {
                texts.append($0)
                return $0
            }
            return texts.flatMap { $0.split(whereSeparator: \.isNewline).map(String.init) }
        }
    }

    private mutating func change(_ part: TextReplacement.Part, _ change: (String) -> String) {
        switch part {
        case .url: if isRequest { request.definition.changeURL(change) }
        case .headers: headers = headers.map { $0.changed(change) }
        case .body:
            guard isRequest else { return }
            request.definition.body.changeTexts(.sent) { text, _ in change(text) }
            request.definition.bodyVariants.changeTexts(.sent) { text, _ in change(text) }
        case .docs:
            docs = docs.map(change)
            description = description.map(change)
        case .variables: variables = variables.map { $0.changed(change) }
        }
    }
}

extension RequestDefinition {
    fileprivate mutating func changeURL(_ change: (String) -> String) {
        let new = change(url)
        if new != url { self = settingURL(new) }
        for index in parameters.indices where parameters[index].kind == .path || !parameters[index].field.isEnabled {
            parameters[index].field.value = change(parameters[index].field.value)
        }
    }
}

extension Field {
    fileprivate func changed(_ change: (String) -> String) -> Field {
        var field = self
        (field.name, field.value) = (change(name), change(value))
        return field
    }
}

extension Variable {
    fileprivate func changed(_ change: (String) -> String) -> Variable {
        var variable = self
        variable.name = change(name)
        if !isSecret { variable.value = change(value) }
        for index in variable.variants.indices {
            variable.variants[index].value = change(variable.variants[index].value)
        }
        return variable
    }
}
