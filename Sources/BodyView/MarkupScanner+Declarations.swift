// Comments, CDATA, processing instructions, the document type, and raw text of HTML.
extension MarkupScanner {
    mutating func scanDeclaration(
        _ bytes: UnsafeRawBufferPointer, _ cursor: inout Int, _ base: Int, _ checkpoints: inout Checkpoints
    ) {
        switch state {
        case .declaration: scanBang(bytes[cursor], &cursor, &checkpoints)
        case .commentOpen: scanCommentOpen(bytes[cursor], &cursor, &checkpoints)
        case .cdataOpen: scanKeyword("CDATA[", bytes[cursor], &cursor, &checkpoints)
        case .doctypeOpen: scanKeyword("OCTYPE", bytes[cursor], &cursor, &checkpoints)
        case .comment: scanComment(bytes, &cursor, base, &checkpoints)
        case .cdata, .cdataBreak: scanCDATA(bytes, &cursor, base, &checkpoints)
        case .instruction: scanInstruction(bytes, &cursor)
        default: scanDoctype(bytes, &cursor, base, &checkpoints)
        }
    }

    private mutating func scanBang(_ byte: UInt8, _ cursor: inout Int, _ checkpoints: inout Checkpoints) {
        switch byte {
        case UInt8(ascii: "-"): begin(.commentOpen)
        case UInt8(ascii: "[") where !isHTML && !elements.isEmpty: begin(.cdataOpen)
        case UInt8(ascii: "D") where !isHTML && elements.isEmpty && !isDone: begin(.doctypeOpen)
        case _ where isHTML:
            // The instruction ends at `>`, whatever it contains.
            begin(.instruction)
            startLine(tokenStart, .content, &checkpoints)
            return
        default: return fail(at: tokenStart, "expected a comment, CDATA or the document type after `<!`")
        }
        cursor += 1
    }

    private mutating func scanCommentOpen(_ byte: UInt8, _ cursor: inout Int, _ checkpoints: inout Checkpoints) {
        guard byte == UInt8(ascii: "-") else {
            guard isHTML else { return fail(at: tokenStart, "expected a second `-` after `<!-`") }
            begin(.instruction)
            return startLine(tokenStart, .content, &checkpoints)
        }
        cursor += 1
        startLine(tokenStart, .content, &checkpoints)
        begin(.comment)
        matched = isHTML ? 2 : 0
        takesText = false
    }

    /// Reads the rest of a keyword, and begins the declaration.
    private mutating func scanKeyword(
        _ keyword: StaticString, _ byte: UInt8, _ cursor: inout Int, _ checkpoints: inout Checkpoints
    ) {
        guard byte == keyword.utf8Start[matched] else {
            return fail(at: tokenStart, "expected a comment, CDATA or the document type after `<!`")
        }
        cursor += 1
        matched += 1
        guard matched == keyword.utf8CodeUnitCount else { return }
        if state == .doctypeOpen {
            startLine(tokenStart, .content, &checkpoints)
            return begin(.doctype)
        }
        if !takesText || hasBreak { startLine(tokenStart, .content, &checkpoints) }
        begin(.cdata)
    }

    private mutating func scanComment(
        _ bytes: UnsafeRawBufferPointer, _ cursor: inout Int, _ base: Int, _ checkpoints: inout Checkpoints
    ) {
        let byte = bytes[cursor]
        if hasBreak {
            cursor = ByteSearch.endOfWhitespace(bytes, from: cursor, to: bytes.count)
            guard cursor < bytes.count else { return }
            depthBefore = elements.depth
            return startLine(base + cursor, .comment, &checkpoints)
        }
        switch byte {
        case UInt8(ascii: "-"): matched += 1
        case UInt8(ascii: ">") where matched >= 2: endText(takesText: false)
        case 0x0A: (hasBreak, matched) = (true, 0)
        default:
            matched = 0
            cursor = ByteSearch.first(UInt8(ascii: "-"), 0x0A, 0x0A, bytes, from: cursor, to: bytes.count)
            return
        }
        cursor += 1
    }

    private mutating func endText(takesText: Bool) {
        (state, hasBreak, self.takesText) = (.content, false, takesText)
    }

    private mutating func scanCDATA(
        _ bytes: UnsafeRawBufferPointer, _ cursor: inout Int, _ base: Int, _ checkpoints: inout Checkpoints
    ) {
        let byte = bytes[cursor]
        if state == .cdataBreak {
            depthBefore = elements.depth
            startLine(base + cursor, .cdataBreak, &checkpoints)
            state = .cdata
        }
        switch byte {
        case UInt8(ascii: "]"): matched += 1
        case UInt8(ascii: ">") where matched >= 2: endText(takesText: true)
        case 0x0A: (state, matched) = (.cdataBreak, 0)
        default:
            matched = 0
            cursor = ByteSearch.first(UInt8(ascii: "]"), 0x0A, 0x0A, bytes, from: cursor, to: bytes.count)
            return
        }
        cursor += 1
    }

    /// Reads up to `?>`; in HTML up to `>`.
    private mutating func scanInstruction(_ bytes: UnsafeRawBufferPointer, _ cursor: inout Int) {
        let byte = bytes[cursor]
        if byte == UInt8(ascii: ">"), isHTML || matched > 0 {
            endText(takesText: false)
        } else if byte == UInt8(ascii: "?") {
            matched = 1
        } else {
            matched = 0
            cursor = ByteSearch.first(
                UInt8(ascii: "?"), UInt8(ascii: ">"), UInt8(ascii: ">"), bytes, from: cursor, to: bytes.count)
            if cursor < bytes.count, bytes[cursor] == UInt8(ascii: ">"), !isHTML { cursor += 1 }
            return
        }
        cursor += 1
    }
}

// The document type of XML. Its declarations are not interpreted.
extension MarkupScanner {
    private mutating func scanDoctype(
        _ bytes: UnsafeRawBufferPointer, _ cursor: inout Int, _ base: Int, _ checkpoints: inout Checkpoints
    ) {
        let byte = bytes[cursor]
        if state == .subset, hasBreak, !ByteSearch.isWhitespace(byte) {
            depthBefore = elements.depth
            startLine(base + cursor, .subset, &checkpoints)
        }
        cursor += 1
        switch state {
        case .doctype: takeDoctype(byte)
        case .subset: takeSubset(byte)
        case .doctypeQuote: if byte == quote { state = .doctype }
        case .subsetQuote: if byte == quote { state = .subsetDeclaration }
        case .subsetOpen: takeSubsetOpen(byte)
        case .subsetComment: takeSubsetComment(byte)
        case .subsetInstruction:
            if byte == UInt8(ascii: ">"), matched > 0 { state = .subset }
            matched = byte == UInt8(ascii: "?") ? 1 : 0
        default: takeSubsetDeclaration(byte)
        }
    }

    private mutating func takeDoctype(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: ">"): endText(takesText: false)
        case UInt8(ascii: "["): (state, hasBreak) = (.subset, false)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): (state, quote) = (.doctypeQuote, byte)
        default: break
        }
    }

    private mutating func takeSubset(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "]"): state = .doctype
        case UInt8(ascii: "<"): (state, matched) = (.subsetOpen, 0)
        case 0x0A, 0x0D: hasBreak = true
        default: break
        }
    }

    /// Reads after `<`: `!--` begins a comment, `?` an instruction, anything else a declaration.
    private mutating func takeSubsetOpen(_ byte: UInt8) {
        switch (matched, byte) {
        case (0, UInt8(ascii: "?")): (state, matched) = (.subsetInstruction, 0)
        case (0, UInt8(ascii: "!")), (1, UInt8(ascii: "-")): matched += 1
        case (2, UInt8(ascii: "-")): (state, matched) = (.subsetComment, 0)
        default:
            state = .subsetDeclaration
            takeSubsetDeclaration(byte)
        }
    }

    private mutating func takeSubsetComment(_ byte: UInt8) {
        if byte == UInt8(ascii: ">"), matched >= 2 { state = .subset }
        matched = byte == UInt8(ascii: "-") ? matched + 1 : 0
    }

    private mutating func takeSubsetDeclaration(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: ">"): state = .subset
        case UInt8(ascii: "\""), UInt8(ascii: "'"): (state, quote) = (.subsetQuote, byte)
        default: break
        }
    }
}

// Script, style and other elements of HTML that contain only text: their line breaks stay.
extension MarkupScanner {
    mutating func scanRaw(
        _ bytes: UnsafeRawBufferPointer, _ cursor: inout Int, _ base: Int, _ checkpoints: inout Checkpoints
    ) {
        switch state {
        case .rawOpen:
            if bytes[cursor] == UInt8(ascii: "/") {
                begin(.rawEndName)
                cursor += 1
            } else {
                (state, isRawLineBlank) = (.raw, false)
            }
        case .rawBreak:
            depthBefore = elements.depth
            startLine(base + cursor, .rawBreak, &checkpoints)
            (state, isRawLineBlank) = (.rawBlank, true)
        case .rawBlank: scanRawWhitespace(bytes, &cursor)
        default: scanRawText(bytes, &cursor, base)
        }
    }

    private mutating func scanRawWhitespace(_ bytes: UnsafeRawBufferPointer, _ cursor: inout Int) {
        while cursor < bytes.count, [0x20, 0x09, 0x0D].contains(bytes[cursor]) { cursor += 1 }
        guard cursor < bytes.count else { return }
        if bytes[cursor] == 0x0A {
            state = .rawBreak
            cursor += 1
        } else {
            state = .raw
        }
    }

    private mutating func scanRawText(_ bytes: UnsafeRawBufferPointer, _ cursor: inout Int, _ base: Int) {
        switch bytes[cursor] {
        case UInt8(ascii: "<"):
            (tokenStart, depthBefore, state) = (base + cursor, elements.depth, .rawOpen)
            cursor += 1
        case 0x0A:
            state = .rawBreak
            cursor += 1
        default:
            isRawLineBlank = false
            cursor = ByteSearch.first(UInt8(ascii: "<"), 0x0A, 0x0A, bytes, from: cursor, to: bytes.count)
        }
    }
}
