internal import CJQ
import Foundation

/// The worker itself: reads a filter and a body, writes what jq makes of them. A process of its own, since jq takes what memory and time
/// a filter asks for, and dies when there is no more.
public struct JQWorker {
    private let library: JQLibrary
    private let state: JQLibrary.State
    private var output = WorkerOutput()
    private var failures = 0
    private let input = WorkerInput()

    /// Runs the worker, in place of the program, when it is started as one.
    ///
    /// Its input and outputs have to be pipes: the system ends it at its first write into a file.
    /// - Parameter arguments: The worker's arguments: bytes of memory, seconds of processor time.
    /// - Returns: The exit status.
    public static func run(_ arguments: [String]) -> Int32 {
        guard let limits = WorkerLimits(arguments) else { return WorkerStatus.disconnected.rawValue }
        WorkerProcess.begin()
        guard let library = JQLibrary(), let state = library.makeState() else {
            return WorkerStatus.noLibrary.rawValue
        }
        guard limits.bind() else { return WorkerStatus.disconnected.rawValue }
        var worker = JQWorker(library, state)
        return worker.work().rawValue
    }

    private init(_ library: JQLibrary, _ state: JQLibrary.State) {
        self.library = library
        self.state = state
        library.setMemoryHandler({ _ in Self.endWithoutMemory() }, nil)
    }

    /// Ends without a message, since there is no memory left to make one.
    private static func endWithoutMemory() {
        let line: StaticString = "memory\n"
        _ = Foundation.write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
        _exit(WorkerStatus.outOfMemory.rawValue)
    }

    private mutating func work() -> WorkerStatus {
        if library.keepsDigits { WorkerReport.keepsDigits.send() }
        guard let filter = input.readOrder() else { return .disconnected }
        guard compile(filter) else { return .refused }
        return filterBody()
    }

    // MARK: - The filter

    /// Modules are looked for nowhere; what could be opened all the same meets a process that opens no files.
    private func compile(_ filter: String) -> Bool {
        library.setAttribute(state, library.text("JQ_LIBRARY_PATH"), library.emptyArray())
        for name in ["JQ_ORIGIN", "PROGRAM_ORIGIN"] {
            library.setAttribute(state, library.text(name), library.text("/"))
        }
        let complaint = Complaint(library)
        library.setErrorCallback(state, { Complaint.note($1, in: $0) }, Unmanaged.passUnretained(complaint).toOpaque())
        guard !filter.utf8.contains(0), library.compile(state, filter) != 0 else {
            WorkerReport.refused(complaint.text).send()
            return false
        }
        library.setErrorCallback(state, { _, _ in }, nil)
        return true
    }

    /// The messages of jq while it reads the filter.
    private final class Complaint {
        private let library: JQLibrary
        private var lines: [String] = []

        init(_ library: JQLibrary) { self.library = library }

        static func note(_ message: jv, in context: UnsafeMutableRawPointer?) {
            guard let context else { return }
            let complaint = Unmanaged<Complaint>.fromOpaque(context).takeUnretainedValue()
            complaint.lines.append(complaint.library.words(message))
        }

        /// The messages without those about shells and counts.
        var text: String {
            let said = lines.flatMap { $0.split(whereSeparator: \.isNewline) }.filter { !$0.hasSuffix("compile error") }
                .filter { !$0.hasSuffix("compile errors") }
            var text = said.joined(separator: " ")
            for noise in ["jq: error: ", " (Unix shell quoting issues?)"] {
                text = text.components(separatedBy: noise).joined()
            }
            return text.isEmpty ? "jq does not take the filter" : text
        }
    }

    // MARK: - The body

    private mutating func filterBody() -> WorkerStatus {
        guard let values = JQInput(library, input) else { return .outOfMemory }
        library.setInputCallback(state, { JQInput.give(to: $1) }, Unmanaged.passUnretained(values).toOpaque())
        return withExtendedLifetime(values) { filterValues(of: values) }
    }

    private mutating func filterValues(of values: JQInput) -> WorkerStatus {
        while true {
            switch values.next() {
            case .value(let value): guard filter(value) else { return .disconnected }
            case .broken(let text):
                WorkerReport.broken(text).send()
                return output.flush() ? .broken : .disconnected
            case .end: return output.flush() ? .done : .disconnected
            case .disconnected: return .disconnected
            }
        }
    }

    private mutating func filter(_ value: jv) -> Bool {
        library.start(state, value, 0)
        while true {
            let result = library.next(state)
            guard library.kind(result) != JV_KIND_INVALID else {
                if library.hasMessage(library.copy(result)) != 0 {
                    let text = library.words(library.message(result))
                    // The first says what is wrong; a million lines of the same would drown it.
                    if failures == 0 { WorkerReport.failed(text).send() }
                    failures += 1
                } else {
                    library.free(result)
                }
                return true
            }
            guard write(result) else { return false }
        }
    }

    private mutating func write(_ value: jv) -> Bool {
        let text = library.dumped(value, 0)
        defer { library.free(text) }
        let bytes = UnsafeRawBufferPointer(
            start: library.bytes(text), count: Int(library.byteCount(library.copy(text))))
        return output.writeLine(bytes)
    }
}
