// Names, tags and their effect on the open elements.
extension MarkupScanner {
    /// Reads the name of an element, in a start tag, an end tag, or what may be the end tag of raw text.
    @inline(__always)
    mutating func scanName(_ bytes: UnsafeRawBufferPointer, _ cursor: inout Int, _ checkpoints: inout Checkpoints) {
        let start = cursor
        var hash = hash
        while cursor < bytes.count, Self.isName(bytes[cursor]) {
            hash = ElementNames.mix(hash, isHTML ? Self.lowercased(bytes[cursor]) : bytes[cursor])
            cursor += 1
        }
        self.hash = hash
        if nameStart.count + cursor - start > Self.maximumNameLength { return refuseName(&checkpoints) }
        guard cursor < bytes.count else { return nameStart.append(contentsOf: bytes[start..<cursor]) }
        if start == cursor, nameStart.isEmpty { return endEmptyName(bytes[cursor], &checkpoints) }
        element = names.number(ofHash: hash) ?? names.add(hash, isHTML: isHTML, nameStart + bytes[start..<cursor])
        switch state {
        case .name: endStartName(&checkpoints)
        case .endName: endEndName(&checkpoints)
        default: endRawEndName(bytes[cursor], &checkpoints)
        }
    }

    private mutating func refuseName(_ checkpoints: inout Checkpoints) {
        guard isHTML else {
            // The line of a start tag has begun.
            let place = state == .name ? tokenStart + 1 : tokenStart
            return fail(at: place, "a name longer than \(Self.maximumNameLength) bytes")
        }
        takeAsText(&checkpoints)
    }

    /// Handles text of HTML that looked like a tag as text.
    private mutating func takeAsText(_ checkpoints: inout Checkpoints) {
        if state == .rawEndName {
            (state, isRawLineBlank) = (.raw, false)
            return
        }
        state = .content
        takeText(tokenStart, &checkpoints)
    }

    /// Handles `</` without a name.
    private mutating func endEmptyName(_ byte: UInt8, _ checkpoints: inout Checkpoints) {
        guard isHTML else {
            return fail(at: tokenStart, "expected a name after `</`, found \(JSONScanner.name(of: byte))")
        }
        takeAsText(&checkpoints)
    }

    @inline(__always)
    private mutating func endStartName(_ checkpoints: inout Checkpoints) {
        state = .tag
        guard isHTML else { return }
        let kind = names.kind(of: element)
        if kind == .inline || kind == .inlineVoid {
            if !takesText || hasBreak { startLine(tokenStart, .content, &checkpoints) }
            return
        }
        while let open = elements.last, kind.ends(names.kind(of: open)) { elements.pop() }
        startLine(tokenStart, .content, &checkpoints)
    }

    @inline(__always)
    private mutating func endEndName(_ checkpoints: inout Checkpoints) {
        state = .endTag
        if isHTML { return endHTMLElement(&checkpoints) }
        guard let open = elements.last else {
            return fail(at: tokenStart, "\(endTag(element)) ends nothing that is open")
        }
        guard open == element else {
            return fail(at: tokenStart, "expected \(endTag(open)), found \(endTag(element))")
        }
        if !isOpenedInLine { startLine(tokenStart, .content, &checkpoints) }
        close(1)
    }

    /// Returns an end tag: "`</name>`".
    private func endTag(_ number: UInt32) -> String { names.text(of: number).map { "`</\($0)>`" } ?? "another end tag" }

    private mutating func endHTMLElement(_ checkpoints: inout Checkpoints) {
        let kind = names.kind(of: element)
        if kind == .inline || kind == .inlineVoid {
            if !takesText || hasBreak { startLine(tokenStart, .content, &checkpoints) }
            return
        }
        let distance = elements.distance(to: element) ?? 0
        if !isOpenedInLine || distance != 1 { startLine(tokenStart, .content, &checkpoints) }
        close(distance)
    }

    private mutating func endRawEndName(_ byte: UInt8, _ checkpoints: inout Checkpoints) {
        let ends = byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || ByteSearch.isWhitespace(byte)
        guard ends, elements.last == element else {
            (state, isRawLineBlank) = (.raw, false)
            return
        }
        if !isOpenedInLine, !isRawLineBlank { startLine(tokenStart, .raw, &checkpoints) }
        close(1)
        state = .endTag
    }

    @inline(__always)
    private mutating func close(_ count: Int) {
        for _ in 0..<count { elements.pop() }
        isOpenedInLine = false
        hasBreak = false
        takesText = isHTML && names.kind(of: element) == .inline
        if elements.isEmpty { isDone = true }
    }

    /// Finishes a start tag after its `>`.
    @inline(__always)
    private mutating func finishStart(isEmpty: Bool) {
        state = .content
        hasBreak = false
        let kind = isHTML ? names.kind(of: element) : .block
        if kind == .inline || kind == .inlineVoid {
            takesText = true
            return
        }
        takesText = false
        if isEmpty || kind == .void {
            if elements.isEmpty { isDone = true }
            return
        }
        guard elements.depth < ElementStack.maximumDepth else { return }
        elements.push(element)
        (isOpenedInLine, takesText) = (true, true)
        if kind == .raw { (state, isRawLineBlank) = (.raw, false) }
    }
}

// Between a name and `>`.
extension MarkupScanner {
    @inline(__always)
    mutating func scanTag(_ bytes: UnsafeRawBufferPointer, _ cursor: inout Int, _ base: Int) {
        let byte = bytes[cursor]
        switch state {
        case .tag: scanTagWhitespace(byte, base + cursor)
        case .attributeName:
            while cursor < bytes.count, Self.isName(bytes[cursor]) { cursor += 1 }
            if cursor < bytes.count { state = .afterAttributeName }
            return
        case .afterAttributeName: if !scanEquals(byte, base + cursor) { return }
        case .beforeValue: if !beginValue(byte, base + cursor) { return }
        case .value:
            cursor = ByteSearch.first(
                quote, isHTML ? quote : UInt8(ascii: "<"), quote, bytes, from: cursor, to: bytes.count)
            guard cursor < bytes.count else { return }
            if bytes[cursor] != quote { return fail(at: base + cursor, "`<` must be written `&lt;` in a value") }
            state = .afterValue
        case .bareValue:
            while cursor < bytes.count, bytes[cursor] != UInt8(ascii: ">"), !ByteSearch.isWhitespace(bytes[cursor]) {
                cursor += 1
            }
            state = cursor < bytes.count ? .tag : .bareValue
            return
        case .afterValue:
            state = .tag
            let isEnd = byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || ByteSearch.isWhitespace(byte)
            if isHTML || isEnd { return }
            return fail(at: base + cursor, expected: "a space, `>` or `/>`", found: byte)
        case .slash:
            if byte == UInt8(ascii: ">") {
                finishStart(isEmpty: true)
            } else if isHTML {
                state = .tag
                return
            } else {
                return fail(at: base + cursor, expected: "`>` after `/`", found: byte)
            }
        default: scanEndTag(byte, base + cursor)
        }
        cursor += 1
    }

    @inline(__always)
    private mutating func scanTagWhitespace(_ byte: UInt8, _ place: Int) {
        switch byte {
        case UInt8(ascii: ">"): finishStart(isEmpty: false)
        case UInt8(ascii: "/"): state = .slash
        case 0x20, 0x09, 0x0A, 0x0D: break
        case _ where isHTML || Self.startsName(byte): state = .attributeName
        default: fail(at: place, expected: "an attribute, `>` or `/>`", found: byte)
        }
    }

    /// Reads the `=` of an attribute; returns false if the byte has to be read again.
    @inline(__always)
    private mutating func scanEquals(_ byte: UInt8, _ place: Int) -> Bool {
        if byte == UInt8(ascii: "=") {
            state = .beforeValue
        } else if !ByteSearch.isWhitespace(byte) {
            if isHTML { state = .tag } else { fail(at: place, expected: "`=` after an attribute's name", found: byte) }
            return false
        }
        return true
    }

    @inline(__always)
    private mutating func beginValue(_ byte: UInt8, _ place: Int) -> Bool {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            (quote, state) = (byte, .value)
        } else if !ByteSearch.isWhitespace(byte) {
            if isHTML { state = .bareValue } else { fail(at: place, expected: "a quote before the value", found: byte) }
            return false
        }
        return true
    }

    @inline(__always)
    private mutating func scanEndTag(_ byte: UInt8, _ place: Int) {
        if byte == UInt8(ascii: ">") {
            state = .content
        } else if !isHTML, !ByteSearch.isWhitespace(byte) {
            fail(at: place, expected: "`>`", found: byte)
        }
    }

    private mutating func fail(at place: Int, expected: String, found byte: UInt8) {
        fail(at: place, "expected \(expected), found \(JSONScanner.name(of: byte))")
    }

    /// Whether a byte may be part of a name: any byte but whitespace and those that end a name.
    @inline(__always)
    static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: "\""),
            UInt8(ascii: "'"):
            false
        default: byte > 0x20
        }
    }

    @inline(__always)
    static func lowercased(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }
}
