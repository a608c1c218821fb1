import Foundation

/// A message from a worker: something that happened, or a call that waits for a reply.
struct ScriptMessage: Decodable {
    var kind: String
    var call: String?
    var level: String?
    var text: String?
    var name: String?
    var index: Int?
    var outcome: String?
    var message: String?
    var actual: String?
    var expected: String?
    var readsStatus: Bool?
    var file: String?
    var line: Int?
    var column: Int?
    var scope: String?
    /// JSON.
    var value: String?
    var action: String?
    var milliseconds: Double?
    var count: Int?
    var algorithm: String?
    /// Base64.
    var data: String?
    var key: String?, vector: String?, signature: String?
    var folder: String?
    var path: String?
    var request: ScriptSend?
    var url: String?
    var cookie: ScriptCookie?
    var changes: ScriptedRequest?
    var isConfined: String?
}

/// The order of one stage for a worker.
struct ScriptOrder: Codable {
    /// Bytes beyond those of the engine.
    var memory: Int
    /// Processor time for each segment.
    var seconds: Double
    var segments: [ScriptSegment]
    /// The state as JSON.
    var state: String
    /// Whether the scripts are read and not run.
    var isOnlyRead = false

    init(_ stage: ScriptStage, isOnlyRead: Bool) {
        (memory, seconds, segments) = (stage.limits.memory, stage.limits.seconds, stage.segments)
        state = ScriptState.json(stage.state)
        self.isOnlyRead = isOnlyRead
    }
}

extension ScriptState {
    static func json(_ state: ScriptState) -> String {
        (try? JSONEncoder().encode(state)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

/// The reply to a call, as the worker's prelude reads it.
enum ScriptReply {
    static func value(_ value: some Encodable) -> String {
        guard let data = try? JSONEncoder().encode(["value": value]) else { return error("there is no such value") }
        return String(decoding: data, as: UTF8.self)
    }

    static func error(_ text: String) -> String {
        guard let data = try? JSONEncoder().encode(["error": text]) else { return #"{"error": ""}"# }
        return String(decoding: data, as: UTF8.self)
    }

    static let nothing = #"{"value":null}"#
}

/// Messages over a pipe: four bytes with the length, the highest first, and the text in UTF-8.
enum ScriptFrame {
    static let maximumLength = 64 << 20

    static func bytes(_ text: String) -> [UInt8] {
        let count = UInt32(text.utf8.count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + Array(text.utf8)
    }

    /// Takes the first message out of what has come; nil while it is not whole.
    static func take(from bytes: inout [UInt8]) -> String? {
        guard bytes.count >= 4 else { return nil }
        let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
        guard bytes.count >= 4 + length else { return nil }
        defer { bytes.removeFirst(4 + length) }
        return String(decoding: bytes[4..<(4 + length)], as: UTF8.self)
    }

    /// Returns the length that the first message has; nil until it is known.
    static func length(of bytes: [UInt8]) -> Int? {
        bytes.count < 4 ? nil : bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Whether something can be read at once.
    static func isReady(_ descriptor: Int32) -> Bool {
        var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&source, 1, 0) > 0
    }

    /// - Returns: The message; nil at the end of the input.
    static func read(from descriptor: Int32) -> String? {
        guard let head = readBytes(4, from: descriptor) else { return nil }
        let length = head.reduce(0) { $0 << 8 | Int($1) }
        guard length <= maximumLength, let body = readBytes(length, from: descriptor) else { return nil }
        return String(decoding: body, as: UTF8.self)
    }

    private static func readBytes(_ count: Int, from descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var read = 0
        while read < count {
            let more = bytes.withUnsafeMutableBytes { buffer in
                Foundation.read(descriptor, buffer.baseAddress?.advanced(by: read), count - read)
            }
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { return nil }
            read += more
        }
        return bytes
    }

    /// - Returns: Whether it was written; false when nobody reads any more.
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        let bytes = bytes(text)
        var written = 0
        while written < bytes.count {
            let more = bytes[written...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { return false }
            written += more
        }
        return true
    }
}
