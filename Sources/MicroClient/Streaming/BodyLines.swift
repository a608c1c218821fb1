import Foundation

extension WireBody {
    /// The lines of a UTF-8 text as they arrive, without their ends (LF, CRLF or CR). Malformed bytes are replaced.
    ///
    /// Single pass, as ``WireBody`` is. A whole line is kept in memory: ``TransferOptions/Limits/bodyBytes`` bounds it.
    public struct Lines: AsyncSequence, Sendable {
        public typealias Element = String
        let body: WireBody

        public func makeAsyncIterator() -> Iterator { Iterator(chunks: body.makeAsyncIterator()) }

        /// The iterator of lines; it continues where the last iterator of the body stopped, between two chunks.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var chunks: WireBody.Iterator
            private var splitter = LineSplitter()
            private var lines: ArraySlice<String> = []

            fileprivate init(chunks: WireBody.Iterator) { self.chunks = chunks }

            public mutating func next() async throws -> String? {
                while lines.isEmpty {
                    guard let chunk = try await chunks.next() else { return splitter.rest() }
                    lines = splitter.take(chunk)[...]
                }
                return lines.popFirst()
            }
        }
    }
}

extension WireBody {
    /// The body as lines, each as soon as it is complete.
    public var lines: WireBody.Lines { WireBody.Lines(body: self) }

    /// Returns the body as JSON Lines: one value for each line that is not empty or only white space.
    ///
    /// - Parameters:
    ///   - type: The type that each line is decoded to.
    ///   - decoder: The decoder of each line. Default: JSON by Foundation's defaults.
    /// - Throws: While it is read: ``NetworkClientError/decodingError(_:)`` for a line that cannot be decoded, and the errors of ``WireBody``.
    public func jsonLines<Value: Decodable & Sendable>(
        of type: Value.Type, decoder: JSONDecoder = JSONDecoder()
    ) -> AsyncThrowingCompactMapSequence<WireBody.Lines, Value> {
        lines.compactMap { line in
            guard line.contains(where: { !$0.isWhitespace }) else { return nil }
            do {
                return try decoder.decode(type, from: Data(line.utf8))
            } catch {
                throw NetworkClientError.decodingError(
                    NetworkClientError.ExchangeFailure(error, exchange: reader.recorder.exchange))
            }
        }
    }
}

/// Splits chunks into lines, wherever the chunks are split.
struct LineSplitter {
    private var line: [UInt8] = []
    private var endedWithReturn = false

    /// - Returns: The lines that the chunk completes.
    mutating func take(_ chunk: Data) -> [String] {
        chunk.withUnsafeBytes { bytes in
            guard !bytes.isEmpty else { return [] }
            var lines: [String] = []
            var start = endedWithReturn && bytes[0] == 0x0A ? 1 : 0
            endedWithReturn = false
            while let end = bytes[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
                line += bytes[start..<end]
                lines.append(String(decoding: line, as: UTF8.self))
                line.removeAll(keepingCapacity: true)
                start = end + 1
                guard bytes[end] == 0x0D else { continue }
                endedWithReturn = start == bytes.count
                if !endedWithReturn, bytes[start] == 0x0A { start += 1 }
            }
            line += bytes[start...]
            return lines
        }
    }

    /// Returns the last line if it has no line end; nil when there is none.
    mutating func rest() -> String? {
        guard !line.isEmpty else { return nil }
        defer { line = [] }
        return String(decoding: line, as: UTF8.self)
    }
}
