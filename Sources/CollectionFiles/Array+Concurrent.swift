import Foundation

extension Array where Element: Sendable {
    /// The elements transformed, in their order, by the calling thread and one more for each further processor; returns when all
    /// are. In which order `transform` runs is open.
    ///
    /// Threads of its own, because the shared pool, once used, wakes every second to look after itself.
    func concurrentMap<Result: Sendable>(_ transform: @escaping @Sendable (Element) -> Result) -> [Result] {
        let work = SharedWork(self, transform)
        let helpers = Swift.min(ProcessInfo.processInfo.activeProcessorCount, count) - 1
        let finished = DispatchSemaphore(value: 0)
        for _ in 0..<Swift.max(0, helpers) {
            Thread {
                work.takePart()
                finished.signal()
            }.start()
        }
        work.takePart()
        for _ in 0..<Swift.max(0, helpers) { finished.wait() }
        return work.results
    }
}

/// Elements of which each thread takes the next few until none is left.
private final class SharedWork<Element: Sendable, Result: Sendable>: @unchecked Sendable {
    // @unchecked: `next` and `parts` are touched under the lock only.
    private let lock = NSLock()
    private var next = 0
    private var parts: [Int: [Result]] = [:]
    private let elements: [Element]
    private let transform: @Sendable (Element) -> Result
    /// Few enough that all threads end at about the same time, and enough that the lock is rarely asked for.
    private static var partLength: Int { 8 }

    init(_ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result) {
        self.elements = elements
        self.transform = transform
    }

    func takePart() {
        while let part = nextPart() {
            let results = elements[part].map(transform)
            lock.withLock { parts[part.lowerBound] = results }
        }
    }

    private func nextPart() -> Range<Int>? {
        lock.withLock {
            guard next < elements.count else { return nil }
            let part = next..<min(next + Self.partLength, elements.count)
            next = part.upperBound
            return part
        }
    }

    var results: [Result] {
        lock.withLock { parts.sorted { $0.key < $1.key }.flatMap(\.value) }
    }
}
