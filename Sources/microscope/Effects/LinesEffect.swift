import BodyStore
import BodyView
import Explorer
import Foundation

/// Finds the lines of a body while it grows, on threads of its own.
struct LinesEffect {
    let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.lines", attributes: .concurrent)

    init(post: @escaping @Sendable (Event) -> Void) { self.post = post }

    func start(_ store: BodyStore, contentType: String?, _ effect: Effect) -> Cancellation {
        let flag = Flag()
        let (post, key, generation) = (post, effect.key, effect.generation)
        queue.async {
            var reading = LineReading(store: store, contentType: contentType) { document in
                post(.effect(key, generation: generation, .lines(document)))
            }
            reading.run(until: flag)
        }
        return Cancellation { flag.raise() }
    }
}

/// Raised once, from any thread.
final class Flag: @unchecked Sendable {
    // @unchecked: all access goes through the lock.
    private let lock = NSLock()
    private var isUp = false
    var isRaised: Bool { lock.withLock { isUp } }
    func raise() { lock.withLock { isUp = true } }
}

/// One body on its way to lines.
private struct LineReading {
    let store: BodyStore
    let contentType: String?
    let report: (BodyDocument) -> Void
    /// Bytes read before the screen is told: small at first, so that the first lines are seen at once.
    private var budget = 64 << 10

    init(store: BodyStore, contentType: String?, report: @escaping (BodyDocument) -> Void) {
        self.store = store
        self.contentType = contentType
        self.report = report
    }

    mutating func run(until flag: Flag) {
        guard let head = waitForHead(flag) else { return }
        let kind = BodyKind.detect(contentType: contentType, head: head)
        if let charset = BodyCharset.detect(contentType: contentType, head: head), !charset.isUTF8, kind != .hex {
            guard let converted = waitAndConvert(from: charset, flag) else { return readLines(.hex, of: store, flag) }
            return readLines(kind, of: converted, flag)
        }
        readLines(kind, of: store, flag)
    }

    /// The first bytes, from which the kind is told; nil when cancelled.
    private func waitForHead(_ flag: Flag) -> [UInt8]? {
        wait(flag) { store.count >= BodyKind.headLength || store.isFinished || (store.count > 0 && contentType != nil) }
            ? store.copy(0..<min(store.count, BodyKind.headLength)) : nil
    }

    /// The body in UTF-8, once it is whole; nil when it cannot be read in its charset, or when cancelled.
    private func waitAndConvert(from charset: String, _ flag: Flag) -> BodyStore? {
        wait(flag, until: { store.isFinished }) ? store.utf8(from: charset) : nil
    }

    private mutating func readLines(_ kind: BodyKind, of store: BodyStore, _ flag: Flag) {
        var document = BodyDocument(store: store, kind: kind)
        while !flag.isRaised {
            let progress = document.index.extend(over: store, budget: budget)
            report(document)
            budget = 16 << 20
            if progress.isComplete { return }
            if progress.scannedBytes >= progress.knownBytes { store.wait(forMoreThan: progress.knownBytes) }
        }
    }

    /// Blocks until the condition holds. False when cancelled: seen at the latest when the body is finished, as every one is.
    private func wait(_ flag: Flag, until isMet: () -> Bool) -> Bool {
        while !isMet() {
            if flag.isRaised { return false }
            store.wait(forMoreThan: store.count)
        }
        return !flag.isRaised
    }
}

extension String {
    fileprivate var isUTF8: Bool { ["utf-8", "utf8", "us-ascii", "ascii"].contains(lowercased()) }
}
