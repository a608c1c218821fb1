import BodyStore
import BodyView
import Charsets
import Explorer
import Foundation

/// Finds the lines of a body while it grows, on threads of its own.
struct LinesEffect {
    let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.lines", attributes: .concurrent)

    init(post: @escaping @Sendable (Event) -> Void) { self.post = post }

    func start(_ store: BodyStore, contentType: String?, _ viewing: BodyViewing, _ effect: Effect) -> Cancellation {
        let flag = Flag()
        let (post, key, generation) = (post, effect.key, effect.generation)
        queue.async {
            var reading = LineReading(store: store, contentType: contentType, viewing: viewing) { document in
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
    let viewing: BodyViewing
    let report: (BodyDocument) -> Void
    /// Bytes read before the screen is told: small at first, so that the first lines are seen at once.
    private var budget = 64 << 10

    init(store: BodyStore, contentType: String?, viewing: BodyViewing, report: @escaping (BodyDocument) -> Void) {
        self.store = store
        self.contentType = contentType
        self.viewing = viewing
        self.report = report
    }

    mutating func run(until flag: Flag) {
        guard let head = waitForHead(flag) else { return }
        let kind = viewing.kind ?? BodyKind.detect(contentType: contentType, head: head)
        let encoding = encoding(of: kind)
        guard let encoding, !encoding.isUTF8, kind != .hex,
            let conversion = GrowingConversion(store, from: encoding.name)
        else {
            return readLines(kind, encoding, flag)
        }
        readLines(kind, encoding, through: conversion, flag)
    }

    /// The first bytes, from which the kind is told; nil when cancelled.
    private func waitForHead(_ flag: Flag) -> [UInt8]? {
        wait(flag) { store.count >= BodyKind.headLength || store.isFinished || (store.count > 0 && contentType != nil) }
            ? store.copy(0..<min(store.count, BodyKind.headLength)) : nil
    }

    /// Guessed from what there is by now, so that nothing waits for it.
    private func encoding(of kind: BodyKind) -> BodyEncoding? {
        if let chosen = viewing.charset { return BodyEncoding(chosen, .chosen) }
        let isFinished = store.isFinished
        let count = store.count
        let head = store.copy(0..<min(count, BodyCharset.guessLength))
        let isWhole = isFinished && head.count == count
        return BodyCharset.encoding(contentType: contentType, head: head, isWhole: isWhole, kind: kind) {
            CharsetGuess.charset(of: $0)
        }
    }

    private mutating func readLines(_ kind: BodyKind, _ encoding: BodyEncoding?, _ flag: Flag) {
        var document = BodyDocument(store: store, kind: kind, columns: viewing.columns)
        document.encoding = encoding
        while !flag.isRaised {
            let before = document.index.scannedBytes
            let progress = document.index.extend(over: store, budget: budget)
            report(document)
            budget = 16 << 20
            if progress.isComplete { return }
            // Some kinds want more of a beginning before they read on.
            let isStuck = progress.scannedBytes == before
            if isStuck || progress.scannedBytes >= progress.knownBytes { store.wait(forMoreThan: progress.knownBytes) }
        }
    }

    /// In UTF-8, piece by piece. Bytes whose copy cannot be kept are shown as they are.
    private mutating func readLines(
        _ kind: BodyKind, _ encoding: BodyEncoding, through conversion: GrowingConversion, _ flag: Flag
    ) {
        var document = BodyDocument(store: conversion.converted, kind: kind, columns: viewing.columns)
        document.encoding = encoding
        while !flag.isRaised {
            do { try conversion.goOn(budget: budget) } catch { return readLines(.hex, encoding, flag) }
            let progress = document.index.extend(over: conversion.converted)
            report(document)
            budget = 16 << 20
            if progress.isComplete { return }
            conversion.wait()
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
