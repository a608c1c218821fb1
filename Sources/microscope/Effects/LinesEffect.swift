import BodyStore
import BodyView
import Charsets
import Explorer
import Foundation

/// Finds the lines of a body while it grows, on threads of its own, or at once where the body is small and complete.
struct LinesEffect {
    let post: @Sendable (Event) -> Void

    /// The size, in bytes, up to which a complete body is read sooner than a thread begins.
    private static let sizeReadAtOnce = 16 << 10

    init(post: @escaping @Sendable (Event) -> Void) { self.post = post }

    func start(
        _ store: BodyStore, contentType: String?, _ viewing: BodyViewing, _ reply: Reply<BodyDocument>
    ) -> Cancellation {
        let flag = CancellationFlag()
        let read = { @Sendable [post] in
            var reading = LineReading(store: store, contentType: contentType, viewing: viewing) { post(reply($0)) }
            reading.run(until: flag)
        }
        if store.isFinished, store.count <= Self.sizeReadAtOnce { read() } else { Background.run(read) }
        return Cancellation { flag.raise(waking: store) }
    }
}

/// A flag that is raised once, from any thread.
final class CancellationFlag: @unchecked Sendable {
    // @unchecked: all access goes through the lock.
    private let lock = NSLock()
    private var isUp = false
    var isRaised: Bool { lock.withLock { isUp } }
    func raise() { lock.withLock { isUp = true } }

    /// Raises the flag, and wakes a reader that waits for more of a body, which may stay silent for hours.
    func raise(waking store: BodyStore?) {
        raise()
        store?.wakeWaiting()
    }
}

/// The reading of one body's lines.
private struct LineReading {
    let store: BodyStore
    let viewing: BodyViewing
    let report: (BodyDocument) -> Void
    private var recognition: BodyRecognition
    /// The number of bytes to read before the screen is updated: small at first, so that the first lines are seen at once.
    private var budget = 64 << 10

    init(store: BodyStore, contentType: String?, viewing: BodyViewing, report: @escaping (BodyDocument) -> Void) {
        self.store = store
        self.viewing = viewing
        self.report = report
        recognition = BodyRecognition(contentType: contentType, viewing: viewing)
    }

    /// Reads the lines, and begins again whenever the body is taken for something else.
    mutating func run(until flag: CancellationFlag) {
        guard wait(flag, until: { store.count > 0 || store.isFinished }) else { return }
        _ = isTakenForAnother()
        while !flag.isRaised {
            guard readFromStart(flag) == .takenForAnother else { return }
        }
    }

    private enum End { case done, takenForAnother }

    private mutating func isTakenForAnother() -> Bool {
        recognition.look(at: store) { CharsetGuess.charset(of: $0) }
    }

    private mutating func readFromStart(_ flag: CancellationFlag) -> End {
        guard let encoding = recognition.encoding, !encoding.isUTF8, !recognition.kind.isBytes,
            let conversion = GrowingConversion(store, from: encoding.name)
        else {
            return readLines(recognition.kind, flag)
        }
        return readLines(through: conversion, flag)
    }

    private mutating func readLines(_ kind: BodyKind, _ flag: CancellationFlag) -> End {
        var document = BodyDocument(store: store, kind: kind, columns: viewing.columns)
        document.encoding = recognition.encoding
        while !flag.isRaised {
            let before = document.index.scannedBytes
            let progress = document.index.extend(over: store, budget: budget)
            if isTakenForAnother() { return .takenForAnother }
            report(document)
            budget = 16 << 20
            if progress.isComplete { return .done }
            // Some kinds want more of a beginning before they read on.
            let isStuck = progress.scannedBytes == before
            if isStuck || progress.scannedBytes >= progress.knownBytes {
                store.wait(forMoreThan: progress.knownBytes, unless: { flag.isRaised })
            }
        }
        return .done
    }

    /// Reads lines in UTF-8, piece by piece. Bytes whose copy cannot be kept are shown as they are.
    private mutating func readLines(through conversion: GrowingConversion, _ flag: CancellationFlag) -> End {
        var document = BodyDocument(store: conversion.converted, kind: recognition.kind, columns: viewing.columns)
        document.encoding = recognition.encoding
        while !flag.isRaised {
            do { try conversion.goOn(budget: budget) } catch { return readLines(.hex, flag) }
            let progress = document.index.extend(over: conversion.converted)
            if isTakenForAnother() { return .takenForAnother }
            report(document)
            budget = 16 << 20
            if progress.isComplete { return .done }
            conversion.wait(unless: { flag.isRaised })
        }
        return .done
    }

    /// Blocks until the condition holds. Returns false if cancelled.
    private func wait(_ flag: CancellationFlag, until isMet: () -> Bool) -> Bool {
        while !isMet() {
            if flag.isRaised { return false }
            store.wait(forMoreThan: store.count, unless: { flag.isRaised })
        }
        return !flag.isRaised
    }
}
