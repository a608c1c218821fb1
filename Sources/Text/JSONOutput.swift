/// Writes JSON as UTF-8, part by part; the caller takes finished parts, so that a long document is never in memory as a whole.
///
/// - Source: RFC 8259.
package struct JSONOutput {
    /// The bytes that were written and not yet taken.
    package private(set) var bytes: [UInt8] = []
    /// Whether every member and element has its own line, indented by two spaces.
    private let isIndented: Bool
    private let escapesDelete: Bool
    private var depth = 0
    /// Whether the innermost object or array has an element already.
    private var hasElement = false

    package init(isIndented: Bool, escapesDelete: Bool = false) {
        (self.isIndented, self.escapesDelete) = (isIndented, escapesDelete)
    }

    /// Returns the bytes written so far, and removes them.
    package mutating func takeBytes() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    package mutating func open(_ bracket: String) {
        put(bracket)
        (depth, hasElement) = (depth + 1, false)
    }

    package mutating func close(_ bracket: String) {
        depth -= 1
        if hasElement { newLine() }
        put(bracket)
        hasElement = true
    }

    /// Begins a member; its value must follow.
    package mutating func name(_ name: String) {
        element()
        string(name)
        put(isIndented ? ": " : ":")
    }

    /// Begins an element; its value must follow.
    package mutating func element() {
        if hasElement { put(",") }
        newLine()
        hasElement = true
    }

    package mutating func string(_ text: String) {
        var text = text
        put("\"")
        text.withUTF8 { escaped(UnsafeRawBufferPointer($0)) }
        put("\"")
    }

    /// Appends UTF-8 in the form that it has between the quotes of a string.
    package mutating func escaped(_ text: UnsafeRawBufferPointer) {
        JSONText.append(text, to: &bytes, escapesDelete: escapesDelete)
    }

    /// Appends text that is JSON already.
    package mutating func put(_ text: String) { bytes += text.utf8 }

    private mutating func newLine() {
        guard isIndented else { return }
        bytes.append(0x0A)
        bytes += repeatElement(0x20, count: 2 * depth)
    }
}
