/// Notes in a terminal's bytes what libvterm reports differently from version to version or not at all: private modes,
/// title, clipboard.
struct ModeReader {
    private(set) var modes: Set<Int> = [7, 25]
    private(set) var title: String?
    private(set) var clipboard: String?
    private var sequence: [UInt8] = []

    mutating func read(_ bytes: [UInt8]) {
        for byte in bytes { read(byte) }
    }

    private mutating func read(_ byte: UInt8) {
        if byte == 0x1B, sequence.first != 0x1B || sequence.dropFirst().first != UInt8(ascii: "]") {
            sequence = [byte]
        } else if !sequence.isEmpty {
            sequence.append(byte)
            if sequence.count == 2 { beginOrDrop(byte) } else { endIfComplete(byte) }
        }
    }

    private mutating func beginOrDrop(_ byte: UInt8) {
        if byte != UInt8(ascii: "["), byte != UInt8(ascii: "]") { sequence = [] }
    }

    private mutating func endIfComplete(_ byte: UInt8) {
        if sequence[1] == UInt8(ascii: "[") {
            guard (0x40...0x7E).contains(byte) else { return }
            noteModes()
        } else if sequence != Self.coloursReset {
            guard byte == 0x07 || sequence.suffix(2) == [0x1B, UInt8(ascii: "\\")] else { return }
            noteCommand(String(decoding: sequence.dropFirst(2).dropLast(byte == 0x07 ? 1 : 2), as: UTF8.self))
        }
        sequence = []
    }

    /// The one command without an end: by it, the console of Linux has its colours as before.
    private static let coloursReset = Array("\u{1B}]R".utf8)

    private mutating func noteModes() {
        guard sequence[2] == UInt8(ascii: "?"), let final = sequence.last else { return }
        let numbers = String(decoding: sequence[3...].dropLast(), as: UTF8.self).split(separator: ";").compactMap {
            Int($0)
        }
        if final == UInt8(ascii: "h") { modes.formUnion(numbers) }
        if final == UInt8(ascii: "l") { modes.subtract(numbers) }
    }

    private mutating func noteCommand(_ command: String) {
        let parts = command.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        if parts[0] == "0" || parts[0] == "2", parts.count > 1 { title = parts[1...].joined(separator: ";") }
        if parts[0] == "52", parts.count == 3 { clipboard = String(parts[2]) }
    }
}
