import Foundation

/// One line per frame on a descriptor: "number event microseconds bytes". Stories wait for it, benchmarks read it.
struct FrameTrace {
    let descriptor: Int32
    private var number = 0

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// - Parameters:
    ///   - event: The event that the frame responds to, in one word.
    ///   - duration: The time from taking the event to sending the frame.
    mutating func note(event: String, duration: Duration, bytes: Int) {
        number += 1
        let microseconds = duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
        let line = Array("\(number) \(event) \(microseconds) \(bytes)\n".utf8)
        _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
}
