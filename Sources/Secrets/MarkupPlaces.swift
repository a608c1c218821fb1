/// Elements and attributes of XML and HTML whose names say that they are secret.
///
/// Everything in such an element is secret, however deep: text, character data, comments, and attributes of elements within. An element that is cut
/// off, or never closed, goes to the end.
///
/// An element may be called so by an attribute: `<property name="db.password">…</property>`.
struct MarkupPlaces {
    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private let bytes: UnsafeBufferPointer<UInt8>
    private let verdict: (String) -> SecretVocabulary.Verdict
    private var places: [SecretSpan] = []
    private var secret: Element?
    /// Quotes that do not occur after the part that was read.
    private var missingQuotes: Set<UInt8> = []

    /// The secret element that is open, the outermost one.
    private struct Element {
        /// The name in lower case.
        var tag: String
        /// The name that its markers get.
        var title: String
        /// Number of its elements that are open.
        var depth = 1
    }

    /// A tag, from `<` to `>`.
    private struct Tag {
        var name: Range<Int>
        var isEnd: Bool
        var isEmpty: Bool
        var attributes: [(name: String, value: Range<Int>)]
        /// The index after the tag.
        var end: Int
    }

    static func all(
        in bytes: UnsafeBufferPointer<UInt8>, by verdict: @escaping (String) -> SecretVocabulary.Verdict
    ) -> [SecretSpan] {
        var places = MarkupPlaces(bytes: bytes, verdict: verdict)
        places.find()
        return places.places
    }

    private init(bytes: Bytes, verdict: @escaping (String) -> SecretVocabulary.Verdict) {
        (self.bytes, self.verdict) = (bytes, verdict)
    }

    private mutating func find() {
        var (index, text) = (0, 0)
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            let isData = starts(with: "<![CDATA[", at: start)
            let isComment = starts(with: "<!--", at: start)
            let tag = isData || isComment ? nil : self.tag(at: start)
            if isData {
                addText(text..<start)
                index = readData(from: start + 9)
            } else if isComment, secret != nil {
                // An end tag in it ends nothing. It is covered with the text around it.
                index = min(end(of: "-->", from: start + 4) + 3, bytes.count)
                continue
            } else if let tag {
                addText(text..<start)
                take(tag)
                index = tag.end
            } else {
                // A comment may hold markup that was switched off.
                index = start + 1
                continue
            }
            text = index
        }
        addText(text..<bytes.count)
    }

    /// - Returns: The index to go on at: where nothing is secret around it, character data may hold markup itself.
    private mutating func readData(from start: Int) -> Int {
        guard secret != nil else { return start }
        let end = self.end(of: "]]>", from: start)
        addText(start..<end)
        return min(end + 3, bytes.count)
    }

    private mutating func addText(_ range: Range<Int>) {
        guard let secret, let first = bytes[range].firstIndex(where: { $0 > 0x20 }),
            let last = bytes[range].lastIndex(where: { $0 > 0x20 })
        else { return }
        if let place = place(secret.title, first..<last + 1) { places.append(place) }
    }

    private func place(_ name: String, _ range: Range<Int>) -> SecretSpan? {
        SecretVocabulary.isSecret(text(range), under: name, by: verdict) ? SecretSpan(range, name) : nil
    }

    private mutating func take(_ tag: Tag) {
        let name = text(tag.name)
        let tagName = name.lowercased()
        if var open = secret {
            if !tag.isEnd { places += within(tag.attributes, open.title) }
            guard tagName == open.tag, !tag.isEmpty else { return }
            open.depth += tag.isEnd ? -1 : 1
            secret = open.depth > 0 ? open : nil
        } else if !tag.isEnd {
            places += secrets(of: tag.attributes)
            guard !tag.isEmpty, let title = title(of: tag, name) else { return }
            secret = Element(tag: tagName, title: title)
        }
    }

    /// Returns the name of the secret that is an element's content; nil if it is none.
    private func title(of tag: Tag, _ name: String) -> String? {
        if isSuspicious(name) { return Self.local(name) }
        let isElsewhere = tag.attributes.contains { Self.valueNames.contains($0.name.lowercased()) }
        guard !isElsewhere, !Self.voidElements.contains(name.lowercased()) else { return nil }
        return names(in: tag.attributes, of: ["name", "key", "property"]).first(where: isSuspicious)
    }

    /// Elements without content and end tag.
    ///
    /// - Source: HTML Standard, section 13.1.2.
    private static let voidElements: Set = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]

    // MARK: Attributes

    /// Returns the secret of `token="…"`, and the value of `<input name="token" value="…">`.
    private func secrets(of attributes: [(name: String, value: Range<Int>)]) -> [SecretSpan] {
        let named = names(in: attributes, of: ["name", "key", "id", "property"]).first(where: isSuspicious)
        return attributes.compactMap { attribute in
            let name = attribute.name.lowercased()
            if let named {
                if Self.valueNames.contains(name) { return place(named, attribute.value) }
                // It says what the value is called, so it is none itself.
                if name == "key", text(attribute.value) == named { return nil }
            }
            return place(Self.local(attribute.name), attribute.value)
        }
    }

    /// Attributes that hold what another one gives a name to.
    private static let valueNames: Set = ["value", "content"]

    /// Returns values of the attributes with these names. A `key` is as often a secret itself: only words are taken for a name there.
    private func names(in attributes: [(name: String, value: Range<Int>)], of called: Set<String>) -> [String] {
        attributes.filter { called.contains($0.name.lowercased()) }.compactMap { attribute in
            let value = text(attribute.value)
            let isName = attribute.name.lowercased() != "key" || value.allSatisfy { $0.isLetter || "._-".contains($0) }
            return isName ? value : nil
        }
    }

    /// Returns the secret attributes of an element within a secret one: all but those that say how it is to be read.
    private func within(_ attributes: [(name: String, value: Range<Int>)], _ title: String) -> [SecretSpan] {
        attributes.compactMap { attribute in
            let name = attribute.name.lowercased()
            let isHarmless = name.hasPrefix("xmlns") || name.hasPrefix("xml:") || Self.local(name) == "type"
            return isHarmless ? nil : place(title, attribute.value)
        }
    }

    // MARK: Tags

    /// Reads a tag; nil where none begins: no name follows `<`, `</`, `<!` or `<?`.
    ///
    /// - Source: XML 1.0, section 3.1; HTML Standard, section 13.1.2 (values without quotes).
    private mutating func tag(at start: Int) -> Tag? {
        var index = start + 1
        guard index < bytes.count else { return nil }
        let isEnd = bytes[index] == UInt8(ascii: "/")
        let isDeclaration = "!?".utf8.contains(bytes[index])
        if isEnd || isDeclaration { index += 1 }
        guard index < bytes.count, Self.isStartOfName(bytes[index]) else { return nil }
        let name = index..<(bytes[index...].firstIndex { $0 <= 0x20 || "/<>".utf8.contains($0) } ?? bytes.count)
        var tag = Tag(name: name, isEnd: isEnd, isEmpty: isDeclaration, attributes: [], end: bytes.count)
        index = name.upperBound
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: ">"):
                // A value without quotes may end with a slash.
                let isSlash = bytes[index - 1] == UInt8(ascii: "/") && tag.attributes.last?.value.upperBound != index
                tag.isEmpty = isDeclaration || isSlash
                tag.end = index + 1
                return tag
            case UInt8(ascii: "<"):
                // It was none, or is not closed.
                tag.end = index
                return tag
            case 0...0x20, UInt8(ascii: "/"), UInt8(ascii: "="): index += 1
            default: index = addAttribute(at: index, to: &tag)
            }
        }
        return tag
    }

    private static func isStartOfName(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || (0x61...0x7A).contains(byte | 0x20)
    }

    /// - Returns: The index after it.
    private mutating func addAttribute(at start: Int, to tag: inout Tag) -> Int {
        let end = bytes[start...].firstIndex { $0 <= 0x20 || "/<>=".utf8.contains($0) } ?? bytes.count
        let sign = skippingWhitespace(end)
        guard sign < bytes.count, bytes[sign] == UInt8(ascii: "=") else { return end }
        let first = skippingWhitespace(sign + 1)
        guard first < bytes.count else { return first }
        let value =
            quoted(at: first) ?? first..<(bytes[first...].firstIndex { $0 <= 0x20 || $0 == 0x3E } ?? bytes.count)
        tag.attributes.append((text(start..<end), value))
        let isClosed =
            value.lowerBound > first && value.upperBound < bytes.count && bytes[value.upperBound] == bytes[first]
        return isClosed ? value.upperBound + 1 : value.upperBound
    }

    /// Returns the content of quotes; nil without quotes. Where the second one is missing, it ends with the tag, or with the last byte.
    private mutating func quoted(at first: Int) -> Range<Int>? {
        let quote = bytes[first]
        guard "\"'".utf8.contains(quote) else { return nil }
        if !missingQuotes.contains(quote) {
            if let end = bytes[(first + 1)...].firstIndex(of: quote) { return first + 1..<end }
            missingQuotes.insert(quote)
        }
        let end = bytes[(first + 1)...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
        return first + 1..<end
    }

    private func skippingWhitespace(_ start: Int) -> Int { bytes[start...].firstIndex { $0 > 0x20 } ?? bytes.count }

    // MARK: Texts

    private func starts(with text: String, at index: Int) -> Bool { bytes[index...].starts(with: text.utf8) }

    /// Returns the index at which a text begins; the end of all if it does not occur.
    private func end(of text: String, from start: Int) -> Int {
        let text = Array(text.utf8)
        var index = start
        while index < bytes.count, bytes[index] != text[0] || !bytes[index...].starts(with: text) { index += 1 }
        return index
    }

    private func isSuspicious(_ name: String) -> Bool {
        !name.isEmpty && [.secret, .ifItLooksSo].contains(verdict(Self.local(name)))
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    /// Returns "Password" for "wsse:Password".
    private static func local(_ name: String) -> String {
        String(name.unicodeScalars.reversed().prefix { $0 != ":" }.reversed().map(Character.init))
    }
}
