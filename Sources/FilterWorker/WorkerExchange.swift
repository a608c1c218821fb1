import BodyStore
import Foundation
internal import Spawning

/// A body on its way to a worker, and what comes back, both at once.
struct WorkerExchange {
    private let body: BodyStore
    private let head: [UInt8]
    private let store: BodyStore
    private let limits: WorkerLimits
    private var pipes: WorkerPipes
    /// Bytes of head and body that were handed over.
    private var sent = 0
    private var received = 0
    private var reports: [UInt8] = []
    private var result = WorkerResult()
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    private static let longestReports = 64 << 10

    /// Runs a worker on a body, and waits until it has ended.
    ///
    /// - Parameter store: Gets the output of the worker, and is finished.
    /// - Returns: The result; nil if cancelled.
    static func run(
        _ body: BodyStore, _ order: String, into store: BodyStore, _ program: WorkerProgram, _ limits: WorkerLimits,
        _ handle: WorkerHandle
    ) -> WorkerResult? {
        defer { store.finish() }
        do throws(WorkerError) {
            var exchange = try Self(body, order, into: store, limits)
            defer { exchange.close() }
            try exchange.start(program, handle)
            exchange.run(handle)
            let end = handle.wait()
            return handle.isCancelled ? nil : exchange.result(end)
        } catch {
            var result = WorkerResult()
            result.problem = .died(error.text)
            return result
        }
    }

    private init(_ body: BodyStore, _ order: String, into store: BodyStore, _ limits: WorkerLimits) throws(WorkerError)
    {
        self.body = body
        self.store = store
        self.limits = limits
        let order = Array(order.utf8)
        head = Array("\(order.count)\n".utf8) + order
        pipes = try WorkerPipes()
    }

    private mutating func close() {
        pipes.closeOurs()
        buffer.deallocate()
    }

    private func start(_ program: WorkerProgram, _ handle: WorkerHandle) throws(WorkerError) {
        defer { pipes.closeTheirs() }
        let words = program.words + ["\(limits.memory)", "\(limits.processorSeconds)"]
        handle.note(try pipes.start(program.path, words))
    }

    /// Returns when the worker has closed what it writes to.
    private mutating func run(_ handle: WorkerHandle) {
        var isOutputOpen = true
        var areReportsOpen = true
        while isOutputOpen || areReportsOpen {
            // A descriptor below zero is passed over.
            var sources = [
                pollfd(fd: pipes.input, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: isOutputOpen ? pipes.output : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: areReportsOpen ? pipes.reports : -1, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&sources, nfds_t(sources.count), -1) > 0 else {
                if errno == EINTR { continue }
                return handle.end()
            }
            if sources[0].revents != 0 { send() }
            if sources[1].revents != 0 { isOutputOpen = receive(handle) }
            if sources[2].revents != 0 { areReportsOpen = receiveReport() }
        }
    }

    // MARK: - To the worker

    private mutating func send() {
        guard sent < head.count + body.count else { return pipes.closeInput() }
        let written = sent < head.count ? write(head) : writeBody()
        if written > 0 {
            sent += written
            if sent == head.count + body.count { pipes.closeInput() }
        } else if errno != EAGAIN && errno != EINTR {
            pipes.closeInput()
        }
    }

    private func write(_ head: [UInt8]) -> Int {
        head[sent...].withUnsafeBytes { Foundation.write(pipes.input, $0.baseAddress, $0.count) }
    }

    private func writeBody() -> Int {
        let start = sent - head.count
        return body.withBytes(in: start..<(start + (1 << 16))) {
            Foundation.write(pipes.input, $0.baseAddress, $0.count)
        }
    }

    // MARK: - From the worker

    /// Receives output; returns false at the end.
    private mutating func receive(_ handle: WorkerHandle) -> Bool {
        let count = read(pipes.output, buffer.baseAddress, buffer.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        guard !result.isCut, result.problem == nil else { return true }
        keep(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        if result.isCut || result.problem != nil { handle.end() }
        return true
    }

    /// Keeps output as far as the limits allow; a value that is cut off is no line, and does not count.
    private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
        let room = min(bytes.count, limits.outputBytes - received)
        var end = 0
        while end < room, result.count < limits.outputValues {
            let line = bytes[end..<room].firstIndex(of: 0x0A)
            if line != nil { result.count += 1 }
            end = line.map { $0 + 1 } ?? room
        }
        result.isCut = end < bytes.count
        do throws(BodyStoreError) {
            try store.append(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
            received += end
        } catch {
            result.problem = .notKept("\(error)")
        }
    }

    private mutating func receiveReport() -> Bool {
        let count = read(pipes.reports, buffer.baseAddress, buffer.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        if reports.count < Self.longestReports { reports += buffer[..<count] }
        return true
    }

    // MARK: - The result

    private func result(_ end: ChildProcess.End) -> WorkerResult {
        var result = result
        for line in String(decoding: reports, as: UTF8.self).split(whereSeparator: \.isNewline) {
            switch WorkerReport(line: line) {
            case .keepsDigits: result.keepsDigits = true
            case .refused(let text): result.problem = .refused(text)
            case .failed(let text): result.problem = result.problem ?? .failed(text)
            case .broken(let text): result.problem = .broken(text)
            case .complaint(let text): result.complaint = result.complaint ?? text
            case .outOfMemory: result.problem = .outOfMemory(limit: limits.memory)
            case nil: break
            }
        }
        if result.problem == nil, !result.isCut { result.problem = problem(end) }
        return result
    }

    private func problem(_ end: ChildProcess.End) -> WorkerResult.Problem? {
        switch end {
        case .status(WorkerStatus.done.rawValue): nil
        case .status(WorkerStatus.noLibrary.rawValue): .notInstalled
        case .status(WorkerStatus.outOfMemory.rawValue): .outOfMemory(limit: limits.memory)
        case .status(let status): .died("it ended with status \(status)")
        case .signal(SIGXCPU), .signal(SIGKILL): .outOfTime(seconds: limits.processorSeconds)
        case .signal(let signal):
            .crashed("signal \(signal), \(String(cString: strsignal(signal)))", limit: limits.memory)
        }
    }
}
