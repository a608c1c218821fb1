import Text

/// Writes JSON as UTF-8.
///
/// - Source: RFC 8259.
struct ArchiveWriter {
    /// What was written and not yet taken.
    private(set) var bytes: [UInt8] = []
    /// Whether every member and element has a line of its own, indented by two blanks.
    let isIndented: Bool
    private var depth = 0

    init(isIndented: Bool) { self.isIndented = isIndented }

    /// Hands out what was written so far.
    mutating func takeBytes() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    mutating func write(_ value: HAR.JSON) {
        switch value {
        case .null: put("null")
        case .bool(let value): put(value ? "true" : "false")
        case .number(let text): put(JSONText.isNumber(text) ? text : "0")
        case .string(let text): write(text)
        case .array(let values): write(values)
        case .object(let members):
            open("{")
            for (index, member) in members.enumerated() { write(member, isFirst: index == 0) }
            close("}", isEmpty: members.isEmpty)
        }
    }

    mutating func write(_ member: HAR.Members.Member, isFirst: Bool) {
        name(member.name, isFirst: isFirst)
        write(member.value)
    }

    private mutating func write(_ values: [HAR.JSON]) {
        open("[")
        for (index, value) in values.enumerated() {
            next(isFirst: index == 0)
            write(value)
        }
        close("]", isEmpty: values.isEmpty)
    }

    // MARK: Parts

    mutating func open(_ bracket: String) {
        put(bracket)
        depth += 1
    }

    mutating func close(_ bracket: String, isEmpty: Bool) {
        depth -= 1
        if !isEmpty { newLine() }
        put(bracket)
    }

    /// Begins a member; its value must follow.
    mutating func name(_ name: String, isFirst: Bool) {
        next(isFirst: isFirst)
        write(name)
        put(isIndented ? ": " : ":")
    }

    /// Begins an element; its value must follow.
    mutating func next(isFirst: Bool) {
        if !isFirst { put(",") }
        newLine()
    }

    private mutating func newLine() {
        guard isIndented else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
    }

    private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        JSONText.append(text, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }
}
