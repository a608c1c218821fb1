import BodyView
import CommandLineTool
import Exchanges
import Foundation

/// The place for what came from outside: bytes as they are into pipes and files; on a terminal, text in which nothing steers it, and a line
/// end at the end. Bytes that are no text are left out there, and a note on standard error says so.
///
/// Used by one thread.
final class BodyOutput {
    /// Whether somebody sees what is written.
    let isTerminal: Bool
    private let descriptor: Int32
    /// The file's name; nil for standard output.
    private let file: String?
    private let advice: String
    /// The value of `Content-Type` for what is written; nil: not known.
    var contentType: String?
    /// Bytes of a character that is not whole yet.
    private var pending: [UInt8] = []
    private var endsLine = true
    private var count: Int64 = 0
    private var isBinary = false

    /// - Parameter advice: The way to get standard output into a file.
    init(contentType: String? = nil, advice: String = "> FILE saves it") {
        (descriptor, file, self.contentType, self.advice) = (STDOUT_FILENO, nil, contentType, advice)
        isTerminal = isatty(STDOUT_FILENO) == 1
    }

    init(to handle: FileHandle, named name: String) {
        (descriptor, file, advice) = (handle.fileDescriptor, name, "")
        isTerminal = false
    }

    /// Writes something whole to standard output, piece by piece.
    static func whole(
        contentType: String? = nil, _ body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        try BodyOutput(contentType: contentType).whole(body)
    }

    /// Writes something whole, piece by piece.
    func whole(_ body: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws {
        try body { try self.write($0) }
        try finish()
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(StandardStreams.WriteError) {
        guard isTerminal else { return try StandardStreams.write(bytes, to: descriptor, named: file) }
        count += Int64(bytes.count)
        isBinary = isBinary || Self.isBinary(bytes)
        guard !isBinary else { return }
        let all = pending + bytes
        let whole = all.count - Self.lengthOfOpenCharacter(all)
        pending = Array(all[whole...])
        try show(all[..<whole])
    }

    func finish() throws(StandardStreams.WriteError) {
        guard isTerminal else { return }
        if !isBinary { try show(pending[...]) }
        pending = []
        if !endsLine { try StandardStreams.write(bytes: [0x0A]) }
        endsLine = true
        guard isBinary else { return }
        let type = contentType.flatMap { ContentType($0)?.essence }
        let what = "\(Wording.bytes(count)) \(type ?? "of binary data")"
        StandardStreams.note("\(what) is not written to a terminal: \(advice), | pipes it")
    }

    private func show(_ bytes: ArraySlice<UInt8>) throws(StandardStreams.WriteError) {
        guard !bytes.isEmpty else { return }
        endsLine = bytes.last == 0x0A
        let text = String(decoding: bytes, as: UTF8.self)
        let safe = TerminalText.lines(text, showsNonASCII: StandardStreams.showsNonASCII)
        try StandardStreams.write(bytes: Array(safe.utf8))
    }

    /// Whether the bytes are binary. In fewer than 64 only a zero byte counts: records may begin with a control character.
    private static func isBinary(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let head = Array(bytes.prefix(BodyKind.headLength))
        return head.contains(0) || head.count >= 64 && BodyKind.detect(contentType: "text/plain", head: head).isBytes
    }

    /// Returns the number of bytes at the end that begin an unfinished character of UTF-8; a CR waits for its LF.
    private static func lengthOfOpenCharacter(_ bytes: [UInt8]) -> Int {
        if bytes.last == 0x0D { return 1 }
        for (index, byte) in bytes.suffix(3).reversed().enumerated() where byte >= 0xC0 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            return index + 1 < length ? index + 1 : 0
        }
        return 0
    }
}
