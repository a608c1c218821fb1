/// `ESC ] text end` and the like: strings in which a terminal responds to a query of a program, such as for its colours.
///
/// That program may have ended, so that the response comes to us. Each begins as Alt with a key does, so it is recognized by its end, or by a
/// beginning that nobody types at once. Source: ECMA-48, 5.6 and 8.3; xterm's ctlseqs, where BEL is an end, too.
enum ControlString {
    /// The meaning of the bytes, as far as they have come.
    enum Reading: Equatable {
        /// The string has ended, or a control character that counts for itself breaks it off.
        case string(length: Int)
        /// The end of the string may still come; `isResponse`: whether it is no typing in any case.
        case open(isResponse: Bool)
        /// Alt with a key.
        case typed
    }

    /// Bytes after which text that did not look like a response is none.
    private static let limit = 4096

    /// Bytes by which a response is recognized: those of the introducer, and two.
    static let beginning = 4

    /// - Returns: The reading; nil if they do not begin like one.
    static func read(_ bytes: ArraySlice<UInt8>) -> Reading? {
        guard bytes.first == 0x1B, let introducer = bytes.dropFirst().first, "]P_^X".utf8.contains(introducer) else {
            return nil
        }
        let text = bytes.dropFirst(2).prefix { $0 >= 0x20 && $0 != 0x7F }
        let isResponse = isResponse(text)
        guard let end = length(ofEnd: bytes[text.endIndex...]) else {
            return isResponse || text.count < limit ? .open(isResponse: isResponse) : .typed
        }
        let isString = isResponse || end > 0 && !text.isEmpty
        return isString ? .string(length: 2 + text.count + end) : .typed
    }

    /// Whether a text begins like a response of terminals in use: with numbers, the marks of private ones, or kitty's letter.
    private static func isResponse(_ text: ArraySlice<UInt8>) -> Bool {
        text.count >= beginning - 2 && text.first.map("0123456789!$+>G".utf8.contains) == true
    }

    /// Returns the length of BEL or `ESC \`; 0 for another control character, nil if it is incomplete.
    private static func length(ofEnd bytes: ArraySlice<UInt8>) -> Int? {
        switch (bytes.first, bytes.dropFirst().first) {
        case (nil, _), (0x1B, nil): nil
        case (0x07, _): 1
        case (0x1B, UInt8(ascii: "\\")): 2
        default: 0
        }
    }
}
