/// The names of elements in a text, each with a number, so that open elements are known by numbers.
struct ElementNames: Sendable {
    /// The most names that are kept, more than any grammar has; further ones only get a number.
    static let maximumCount = 4096

    struct Entry: Sendable {
        var hash: UInt64
        var text: String
        var kind: HTMLElement
    }

    private(set) var entries: [Entry] = []
    /// The hash table: 1-based places in the entries; 0 if a slot is empty.
    private var slots: [UInt16] = []

    /// Returns the number of a known name.
    @inline(__always)
    func number(ofHash hash: UInt64) -> UInt32? {
        guard !slots.isEmpty else { return nil }
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let place = Int(slots[slot]) - 1
            if entries[place].hash == hash { return UInt32(place) }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Returns the number of a new name.
    mutating func add(_ hash: UInt64, isHTML: Bool, _ bytes: [UInt8]) -> UInt32 {
        if slots.isEmpty { slots = [UInt16](repeating: 0, count: Self.maximumCount * 2) }
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        guard entries.count < Self.maximumCount else { return UInt32(truncatingIfNeeded: hash) | 1 << 31 }
        let text = String(decoding: bytes, as: UTF8.self)
        let kind = isHTML ? HTMLElement(name: text.lowercased()) : .block
        entries.append(Entry(hash: hash, text: text, kind: kind))
        slots[slot] = UInt16(entries.count)
        return UInt32(entries.count - 1)
    }

    /// Returns a name as first spelled; nil if it was not kept.
    func text(of number: UInt32) -> String? { number < entries.count ? entries[Int(number)].text : nil }

    func kind(of number: UInt32) -> HTMLElement { number < entries.count ? entries[Int(number)].kind : .block }

    /// The start of a hash (FNV-1a).
    static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

    @inline(__always)
    static func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
}

/// The way in which an element of HTML is laid out.
///
/// - Source: HTML Standard, sections 4, 13.1.2 ("Elements", "Optional tags").
enum HTMLElement: UInt8, Sendable {
    /// An element on a line of its own; every unknown element.
    case block
    /// An element within a text.
    case inline
    /// An element without content: on a line of its own, or within a text.
    case void, inlineVoid
    /// An element whose content is text until its end tag.
    case raw
    // Elements whose end tag may be left out.
    case paragraph, item, term, row, cell, option, optionGroup, rowGroup, head, body

    init(name: String) {
        self = Self.named[name] ?? .block
    }

    private static let named: [String: HTMLElement] = {
        var named: [String: HTMLElement] = [
            "p": .paragraph, "li": .item, "dt": .term, "dd": .term, "tr": .row, "td": .cell, "th": .cell,
            "option": .option, "optgroup": .optionGroup, "thead": .rowGroup, "tbody": .rowGroup, "tfoot": .rowGroup,
            "head": .head, "body": .body,
        ]
        let groups: [(HTMLElement, String)] = [
            (
                .inline,
                "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike"
                    + " strong sub sup time tt u var"
            ),
            (.inlineVoid, "br img wbr input"), (.void, "area base col embed hr link meta param source track"),
            (.raw, "script style textarea title pre xmp"),
        ]
        for (kind, names) in groups { for name in names.split(separator: " ") { named[String(name)] = kind } }
        return named
    }()

    /// Whether its start tag ends an element that is open.
    func ends(_ open: HTMLElement) -> Bool {
        switch (self, open) {
        case (.item, .item), (.term, .term), (.cell, .cell), (.option, .option), (.body, .head): true
        case (.row, .row), (.row, .cell), (.optionGroup, .option), (.optionGroup, .optionGroup): true
        case (.rowGroup, .rowGroup), (.rowGroup, .row), (.rowGroup, .cell): true
        case (.inline, _), (.inlineVoid, _), (.void, _), (.raw, _): false
        case (_, .paragraph): true
        default: false
        }
    }
}
