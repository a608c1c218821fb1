import DeclarationScanner

/// A path such as `/users/:id/posts/:postId.json`: text and parameters; a parameter begins a segment.
struct PathTemplate {
    enum Piece: Hashable {
        case text(String)
        /// A parameter with its name, and its range in the source, the colon included.
        case parameter(String, Range<Int>)
    }

    var pieces: [Piece] = []
    /// The ranges of colons without a name after them.
    var namelessColons: [Range<Int>] = []
    /// The ranges of parameters after the path, in query or fragment.
    var misplaced: [Range<Int>] = []
    var fragment: Range<Int>?

    init(_ plain: PlainText) {
        let bytes = plain.bytes
        let pathEnd = bytes.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? bytes.count
        var text: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == 0x3A, index == 0 || bytes[index - 1] == (index < pathEnd ? 0x2F : 0x3D) else {
                text.append(bytes[index])
                index += 1
                continue
            }
            let end = Self.endOfName(bytes, index + 1)
            let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
            take(name, plain.source(of: index..<end), isInPath: index < pathEnd, after: &text)
            index = end
        }
        append(&text)
        fragment = bytes.firstIndex(of: 0x23).map { plain.source(of: $0..<bytes.count) }
    }

    private mutating func take(_ name: String, _ source: Range<Int>, isInPath: Bool, after text: inout [UInt8]) {
        guard isInPath, !name.isEmpty else {
            if isInPath { namelessColons.append(source) } else if !name.isEmpty { misplaced.append(source) }
            text += Array(":\(name)".utf8)
            return
        }
        append(&text)
        pieces.append(.parameter(name, source))
    }

    private mutating func append(_ text: inout [UInt8]) {
        if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
        text = []
    }

    private static func endOfName(_ bytes: [UInt8], _ start: Int) -> Int {
        var end = start
        while end < bytes.count, isNameByte(bytes[end]), end > start || !(0x30...0x39).contains(bytes[end]) { end += 1 }
        return end
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...: true
        default: false
        }
    }

    var parameters: [(name: String, source: Range<Int>)] {
        pieces.compactMap { if case .parameter(let name, let source) = $0 { (name, source) } else { nil } }
    }
}
