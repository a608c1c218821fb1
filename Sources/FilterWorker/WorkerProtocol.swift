import Foundation

/// The messages between the program and its worker.
///
/// In: the order's length in bytes in decimal digits and a line feed, the order, the body. Out: of a filter, each value on a line of its
/// own; of a picture, its width, its height and a line feed, then red, green and blue of each pixel. On standard error: reports, a line
/// each.
enum WorkerReport {
    /// Numbers keep their digits.
    case keepsDigits
    /// The filter is no filter of jq.
    case refused(String)
    /// The filter failed for one of the values.
    case failed(String)
    /// The body is not what it should be.
    case broken(String)
    /// A complaint as libgd itself writes it: "GD Warning: one parameter to a memory allocation is too large".
    case complaint(String)
    case outOfMemory

    init?(line: some StringProtocol) {
        let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let text = parts.count > 1 ? String(parts[1]) : ""
        switch parts[0] {
        case "digits": self = .keepsDigits
        case "refused": self = .refused(text)
        case "failed": self = .failed(text)
        case "broken": self = .broken(text)
        case "GD":
            self = .complaint(
                text.split(separator: ":", maxSplits: 1).last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "")
        case "memory": self = .outOfMemory
        default: return nil
        }
    }

    var line: String {
        switch self {
        case .keepsDigits: "digits\n"
        case .refused(let text): "refused \(Self.oneLine(text))\n"
        case .failed(let text): "failed \(Self.oneLine(text))\n"
        case .broken(let text): "broken \(Self.oneLine(text))\n"
        case .complaint(let text): "GD Warning: \(Self.oneLine(text))\n"
        case .outOfMemory: "memory\n"
        }
    }

    /// Sends the report to the waiting process. The text that a library wrote before may lack the end of its line.
    func send() {
        let bytes = Array("\n\(line)".utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }

    private static func oneLine(_ text: String) -> String {
        String(text.prefix(2000)).split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

/// The exit status of a worker that can still report one.
enum WorkerStatus: Int32 {
    case done = 0
    case refused = 2
    case noLibrary = 3
    case broken = 4
    case outOfMemory = 5
    /// The output has no reader, or the input is not what it should be.
    case disconnected = 6
}
