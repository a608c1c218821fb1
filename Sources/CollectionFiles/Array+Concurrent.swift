import Foundation

extension Array where Element: Sendable {
    /// Transforms the elements, in their order, by the calling thread and one more for each further processor; returns when all are. In which order
    /// `transform` runs is open.
    ///
    /// It uses threads of its own, because the shared pool, once used, wakes every second to look after itself.
    /// - Parameters:
    ///   - partLength: Number of elements that a thread takes at once: few enough that all end at about the same time, and enough that taking them
    ///     is rare beside the work.
    ///   - tool: Makes what each thread has for itself.
    func concurrentMap<Tool, Result: Sendable>(
        partLength: Int = 8, with tool: @escaping @Sendable () -> Tool,
        _ transform: @escaping @Sendable (Element, inout Tool) -> Result
    ) -> [Result] {
        let work = SharedWork(self, partLength: partLength, tool, transform)
        let parts = (count + partLength - 1) / partLength
        let helpers = Swift.max(0, Swift.min(ProcessInfo.processInfo.activeProcessorCount, parts) - 1)
        let finished = DispatchSemaphore(value: 0)
        for _ in 0..<helpers {
            Thread {
                work.takePart()
                finished.signal()
            }.start()
        }
        work.takePart()
        for _ in 0..<helpers { finished.wait() }
        return work.results
    }
}

/// Elements of which each thread takes the next few until none is left.
private final class SharedWork<Element: Sendable, Tool, Result: Sendable>: @unchecked Sendable {
    // @unchecked: `next` and `parts` are touched under the lock only.
    private let lock = NSLock()
    private var next = 0
    private var parts: [Int: [Result]] = [:]
    private let elements: [Element]
    private let partLength: Int
    private let tool: @Sendable () -> Tool
    private let transform: @Sendable (Element, inout Tool) -> Result

    init(
        _ elements: [Element], partLength: Int, _ tool: @escaping @Sendable () -> Tool,
        _ transform: @escaping @Sendable (Element, inout Tool) -> Result
    ) {
        self.elements = elements
        self.partLength = partLength
        self.tool = tool
        self.transform = transform
    }

    func takePart() {
        var tool = tool()
        while let part = nextPart() {
            let results = elements[part].map { transform($0, &tool) }
            lock.withLock { parts[part.lowerBound] = results }
        }
    }

    private func nextPart() -> Range<Int>? {
        lock.withLock {
            guard next < elements.count else { return nil }
            let part = next..<min(next + partLength, elements.count)
            next = part.upperBound
            return part
        }
    }

    var results: [Result] {
        lock.withLock { parts.sorted { $0.key < $1.key }.flatMap(\.value) }
    }
}
