import CommandLineTool
import Foundation

/// Standard output for what came from outside: bytes as they are into pipes and files; on a terminal, text in which nothing steers
/// it, and a line end at the end.
///
/// Used by one thread.
final class BodyOutput {
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    /// Bytes of a character that is not whole yet.
    private var pending: [UInt8] = []
    private var endsLine = true

    /// Writes something whole, piece by piece.
    static func whole(_ body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
        let output = BodyOutput()
        try body { try output.write($0) }
        try output.finish()
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(StandardStreams.WriteError) {
        guard isTerminal else { return try StandardStreams.write(bytes) }
        let all = pending + bytes
        let whole = all.count - Self.lengthOfOpenCharacter(all)
        pending = Array(all[whole...])
        try show(all[..<whole])
    }

    func finish() throws(StandardStreams.WriteError) {
        guard isTerminal else { return }
        try show(pending[...])
        pending = []
        if !endsLine { try StandardStreams.write(bytes: [0x0A]) }
        endsLine = true
    }

    private func show(_ bytes: ArraySlice<UInt8>) throws(StandardStreams.WriteError) {
        guard !bytes.isEmpty else { return }
        endsLine = bytes.last == 0x0A
        let text = String(decoding: bytes, as: UTF8.self)
        let safe = TerminalText.lines(text, showsNonASCII: StandardStreams.showsNonASCII)
        try StandardStreams.write(bytes: Array(safe.utf8))
    }

    /// How many bytes at the end begin a character of UTF-8 that goes on; a CR waits for its LF.
    private static func lengthOfOpenCharacter(_ bytes: [UInt8]) -> Int {
        if bytes.last == 0x0D { return 1 }
        for (index, byte) in bytes.suffix(3).reversed().enumerated() where byte >= 0xC0 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            return index + 1 < length ? index + 1 : 0
        }
        return 0
    }
}
