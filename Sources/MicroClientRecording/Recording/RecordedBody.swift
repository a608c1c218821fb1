import Foundation
import HTTPArchive

/// The beginning of a body that passes through.
struct RecordedBody {
    static let omission = "not kept: it is compressed, so it could not be searched for secrets"

    let maximum: Int
    private(set) var isOmitted = false
    private var bytes = Data()
    private var length: Int64 = 0
    private var isCutOff = false

    init(maximum: Int) { self.maximum = maximum }

    mutating func append(_ chunk: Data) {
        length += Int64(chunk.count)
        let room = isOmitted ? 0 : maximum - bytes.count
        if room > 0 { bytes.append(chunk.prefix(room)) }
    }

    /// Sets the length of the whole body, in bytes.
    mutating func hasLength(_ length: Int64) { self.length = max(length, self.length) }

    /// Starts again, since the body is sent again from its beginning.
    mutating func restart() {
        bytes = Data()
        length = 0
    }

    /// Records that more follows that is not seen.
    mutating func cutOff() { isCutOff = true }

    mutating func omit() {
        isOmitted = true
        bytes = Data()
    }

    /// The kept body; nil when nothing was kept of a body that has bytes.
    var body: HAR.Body? {
        guard !bytes.isEmpty || (length == 0 && !isOmitted) else { return nil }
        return HAR.Body(bytes, length: length, isTruncated: isCutOff || length > Int64(bytes.count))
    }
}
