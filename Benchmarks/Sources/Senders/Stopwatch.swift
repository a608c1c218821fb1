import Foundation

/// Wall clock and processor time of this process, all threads.
public struct Stopwatch {
    private let start = ContinuousClock.now
    private let processorStart = processorMicroseconds()

    public init() {}

    /// The time since the start, in microseconds.
    public var wall: Double { (ContinuousClock.now - start) / .microseconds(1) }
    /// The processor time since the start, in microseconds.
    public var processor: Double { processorMicroseconds() - processorStart }
}

private func processorMicroseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}
