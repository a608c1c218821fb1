import Text

/// A way in which bytes may be meant as other bytes: the escapes of URLs, forms, JSON and HTML.
///
/// A text is read once in each way, whichever of its characters the writer chose to escape, and the patterns are looked for in what it means.
/// That needs neither a pattern for each mixture of escapes nor a choice between two meanings of one byte.
enum Reading: CaseIterable {
    /// `%41` is `A`.
    case percent
    /// Percent-encoding in which `+` is a space.
    case form
    /// `\/`, `\n` and `\u0041`.
    ///
    /// - Source: RFC 8259, section 7.
    case json
    /// `&amp;`, `&#39;` and `&#x27;`.
    case html

    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// The byte without which a text means itself.
    private var sign: UInt8 {
        switch self {
        case .percent: UInt8(ascii: "%")
        case .form: UInt8(ascii: "+")
        case .json: UInt8(ascii: "\\")
        case .html: UInt8(ascii: "&")
        }
    }

    /// The readings of text that was encoded before it was encoded this way: percent twice, JSON within JSON.
    private var inner: [Reading] {
        switch self {
        case .percent: [.percent, .form, .json]
        case .json: [.json]
        case .form, .html: []
        }
    }

    /// Passes the text and everything that it may mean to a function.
    static func forEachMeaning(of text: Bytes, _ use: (Bytes, MeantText.Places?) -> Void) {
        use(text, nil)
        for reading in allCases where text.contains(reading.sign) {
            let meant = reading.meaning(of: text)
            meant.bytes.withUnsafeBufferPointer { use($0, meant.places) }
            for inner in reading.inner where meant.madeSigns.contains(inner.sign) {
                meant.bytes.withUnsafeBufferPointer { bytes in
                    let within = inner.meaning(of: bytes)
                    within.bytes.withUnsafeBufferPointer { use($0, within.places.within(meant.places)) }
                }
            }
        }
    }

    func meaning(of text: Bytes) -> MeantText {
        var meant = MeantText(capacity: text.count)
        var place = 0
        while place < text.count {
            let byte = text[place]
            if isEscape(byte), let escape = escape(text, at: place) {
                meant.append(escape.meaning, at: place)
                place += escape.length
            } else {
                meant.append(byte, at: place)
                place += 1
            }
        }
        meant.end(at: text.count)
        return meant
    }

    private func isEscape(_ byte: UInt8) -> Bool {
        byte == sign || (self == .form && byte == UInt8(ascii: "%"))
    }

    private func escape(_ text: Bytes, at place: Int) -> Escape? {
        switch self {
        case .percent, .form: Escape(percent: text, at: place)
        case .json: Escape(json: text, at: place)
        case .html: Escape(html: text, at: place)
        }
    }
}

/// The bytes that a text means in one reading, and the offset in the text that each of them comes from.
struct MeantText {
    /// The offsets at which the bytes begin, by their indexes; the last one is the end of the text.
    struct Places {
        var starts: [Int32] = []

        func range(_ start: Int, _ length: Int) -> Range<Int> { Int(starts[start])..<Int(starts[start + length]) }

        /// Returns the same places in the text that the other ones are places of.
        func within(_ other: Places) -> Places { Places(starts: starts.map { other.starts[Int($0)] }) }
    }

    private(set) var bytes: [UInt8] = []
    private(set) var places = Places()
    /// Signs of escapes that came out of escapes.
    private(set) var madeSigns: Set<UInt8> = []

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
        places.starts.reserveCapacity(capacity + 1)
    }

    mutating func append(_ byte: UInt8, at place: Int) {
        bytes.append(byte)
        places.starts.append(Int32(truncatingIfNeeded: place))
    }

    mutating func append(_ escaped: Escape.Meaning, at place: Int) {
        switch escaped {
        case .byte(let byte):
            if "%+\\&".utf8.contains(byte) { madeSigns.insert(byte) }
            append(byte, at: place)
        case .scalar(let scalar): for byte in UTF8.encode(scalar).map(Array.init) ?? [] { append(byte, at: place) }
        }
    }

    mutating func end(at place: Int) { places.starts.append(Int32(truncatingIfNeeded: place)) }
}

/// Bytes that are meant as another one, or as a character.
struct Escape {
    enum Meaning {
        case byte(UInt8)
        case scalar(Unicode.Scalar)
    }

    typealias Bytes = UnsafeBufferPointer<UInt8>

    var meaning: Meaning
    /// Length of the escape, in bytes of the text.
    var length: Int

    private init(_ byte: UInt8, _ length: Int) { (meaning, self.length) = (.byte(byte), length) }

    private init?(_ code: UInt32?, _ length: Int) {
        guard let scalar = code.flatMap(Unicode.Scalar.init) else { return nil }
        meaning = scalar.isASCII ? .byte(UInt8(truncatingIfNeeded: scalar.value)) : .scalar(scalar)
        self.length = length
    }

    /// Reads `+` or `%41`.
    init?(percent text: Bytes, at place: Int) {
        if text[place] == UInt8(ascii: "+") {
            self.init(0x20, 1)
            return
        }
        guard let code = Self.number(text, place + 1..<place + 3) else { return nil }
        self.init(UInt8(truncatingIfNeeded: code), 3)
    }

    /// Reads `\n`, `\u0041` or a pair of those.
    init?(json text: Bytes, at place: Int) {
        guard let escape = JSONEscape(UnsafeRawBufferPointer(text), at: place) else { return nil }
        self.init(escape.code, escape.length)
    }

    /// Reads `&amp;`, `&#39;` or `&#x27;`.
    init?(html text: Bytes, at place: Int) {
        let rest = text[place...].prefix(10)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")), end > place + 1 else { return nil }
        let name = text[place + 1..<end]
        if name.first == UInt8(ascii: "#") {
            let isHexadecimal = name.count > 1 && text[place + 2] | 0x20 == UInt8(ascii: "x")
            let digits = place + (isHexadecimal ? 3 : 2)..<end
            self.init(Self.number(text, digits, base: isHexadecimal ? 16 : 10), end + 1 - place)
        } else {
            guard let byte = Self.entities.first(where: { name.elementsEqual($0.name.utf8) })?.byte else { return nil }
            self.init(byte, end + 1 - place)
        }
    }

    private static let entities: [(name: String, byte: UInt8)] = [
        ("amp", 0x26), ("lt", 0x3C), ("gt", 0x3E), ("quot", 0x22), ("apos", 0x27),
    ]

    private static func number(_ text: Bytes, _ range: Range<Int>, base: UInt32 = 16) -> UInt32? {
        guard range.upperBound <= text.count, !range.isEmpty else { return nil }
        var number: UInt32 = 0
        for byte in text[range] {
            guard let digit = Hexadecimal.value(of: byte), digit < base else { return nil }
            number = number &* base &+ digit
        }
        return number
    }
}
