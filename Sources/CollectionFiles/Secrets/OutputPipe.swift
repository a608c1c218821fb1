import Foundation

/// The output of another process, read until it ends.
final class OutputPipe {
    let reading: Int32
    private(set) var writing: Int32
    private(set) var bytes: [UInt8] = []
    private var isAtEnd = false

    /// - Throws: ``SecretSourceError`` when the process has too many open files.
    init() throws(SecretSourceError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw SecretSourceError("a pipe could not be made: \(String(cString: strerror(errno)))")
        }
        (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(reading)
        closeWriting()
    }

    /// Closes the writing end, or the end of the output would never come.
    func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }

    /// Reads several pipes at the same time.
    ///
    /// - Returns: Whether all came to their end in time, and none grew longer.
    static func read(_ pipes: [OutputPipe], until deadline: Date, longest: Int) -> Bool {
        while true {
            let open = pipes.filter { !$0.isAtEnd }
            if open.isEmpty { return true }
            let left = deadline.timeIntervalSinceNow
            guard left > 0, open.allSatisfy({ $0.bytes.count <= longest }) else { return false }
            var polled = open.map { pollfd(fd: $0.reading, events: Int16(POLLIN), revents: 0) }
            _ = poll(&polled, nfds_t(polled.count), Int32(min(left * 1000, 60_000).rounded(.up)))
            for (pipe, entry) in zip(open, polled) where entry.revents != 0 { pipe.readSome() }
        }
    }

    private func readSome() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(reading, &buffer, buffer.count)
        if count > 0 { bytes += buffer[..<count] } else if count == 0 || errno != EINTR { isAtEnd = true }
    }
}
