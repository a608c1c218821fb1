import TextGrid

/// The byte sequences of special keys that one kind of terminal says it sends.
public struct KeySequences: Sendable, Hashable {
    private var keys: [[UInt8]: KeyStroke] = [:]
    private var prefixes: Set<[UInt8]> = []
    private var longest = 0

    public init() {}

    /// Sequences by terminfo capability, as `tigetstr` gives them; others than of keys are passed over.
    ///
    /// Only sequences that begin with Escape are taken: single bytes mean the same on every terminal. Source: terminfo(5).
    public init(capabilities: [String: [UInt8]]) {
        for (name, key) in KeySequences.capabilities {
            guard let bytes = capabilities[name], bytes.count > 1, bytes[0] == 0x1B else { continue }
            add(bytes, key)
        }
    }

    private mutating func add(_ bytes: [UInt8], _ key: KeyStroke) {
        keys[bytes] = key
        longest = max(longest, bytes.count)
        for length in 1..<bytes.count { prefixes.insert(Array(bytes[..<length])) }
    }

    enum Match: Equatable {
        case key(KeyStroke, length: Int)
        /// All the bytes so far could become a key.
        case incomplete
        case none
    }

    /// Returns the longest key at the start of the bytes.
    func match(_ bytes: ArraySlice<UInt8>) -> Match {
        var length = min(longest, bytes.count)
        while length > 1 {
            if let key = keys[Array(bytes.prefix(length))] { return .key(key, length: length) }
            length -= 1
        }
        return bytes.count < longest && prefixes.contains(Array(bytes)) ? .incomplete : .none
    }

    /// The key of each terminfo string. The upper-case ones are with Shift.
    static let capabilities: [String: KeyStroke] = {
        var table: [String: KeyStroke] = [
            "kcuu1": KeyStroke(.up), "kcud1": KeyStroke(.down), "kcub1": KeyStroke(.left), "kcuf1": KeyStroke(.right),
            "khome": KeyStroke(.home), "kend": KeyStroke(.end), "kpp": KeyStroke(.pageUp), "knp": KeyStroke(.pageDown),
            "kich1": KeyStroke(.insert), "kdch1": KeyStroke(.delete), "kcbt": KeyStroke(.tab, .shift),
            "kbs": KeyStroke(.backspace), "kent": KeyStroke(.enter), "kri": KeyStroke(.up, .shift),
            "kind": KeyStroke(.down, .shift), "kLFT": KeyStroke(.left, .shift), "kRIT": KeyStroke(.right, .shift),
            "kHOM": KeyStroke(.home, .shift), "kEND": KeyStroke(.end, .shift), "kPRV": KeyStroke(.pageUp, .shift),
            "kNXT": KeyStroke(.pageDown, .shift), "kDC": KeyStroke(.delete, .shift), "kIC": KeyStroke(.insert, .shift),
        ]
        for number in 1...12 { table["kf\(number)"] = KeyStroke(.function(number)) }
        return table
    }()
}
