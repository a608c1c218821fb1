import BodyStore
import Charsets

/// A body in UTF-8 that follows one in another charset while that grows.
final class GrowingConversion {
    /// The converted body, in UTF-8.
    let converted = BodyStore()
    private let source: BodyStore
    private let converter: CharsetConverter
    /// The number of bytes of the source that are converted.
    private(set) var convertedBytes = 0
    private static let pieceLength = 1 << 20

    /// Creates a conversion; nil if the charset cannot be converted from.
    init?(_ source: BodyStore, from charset: String) {
        guard let converter = try? CharsetConverter(from: charset) else { return nil }
        self.source = source
        self.converter = converter
    }

    // Whoever reads it still waits for no more.
    deinit { converted.finish() }

    /// Converts what has come since, at most `budget` bytes.
    ///
    /// - Throws: ``BodyStoreError`` when the copy cannot be kept.
    func goOn(budget: Int) throws {
        let isFinished = source.isFinished
        let end = min(source.count, convertedBytes + budget)
        while convertedBytes < end {
            let range = convertedBytes..<min(end, convertedBytes + Self.pieceLength)
            try source.withBytes(in: range) { try converter.convert($0) { try converted.append($0) } }
            convertedBytes = range.upperBound
        }
        guard isFinished, convertedBytes == source.count, !converted.isFinished else { return }
        try converter.finish { try converted.append($0) }
        converted.finish()
    }

    /// Blocks until the source has more.
    func wait(unless isCancelled: () -> Bool) { source.wait(forMoreThan: convertedBytes, unless: isCancelled) }
}
