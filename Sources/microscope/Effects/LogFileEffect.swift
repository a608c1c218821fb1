import Explorer
import Foundation

/// Writes the lines of the log to a new file; one that is there already stays as it is.
struct LogFileEffect {
    let post: @Sendable (Event) -> Void

    func start(_ text: String, path: String, _ reply: Reply<StatusMessage>) {
        DispatchQueue.global().async { [post] in post(reply(Self.write(text, to: path))) }
    }

    private static func write(_ text: String, to path: String) -> StatusMessage {
        let url = URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
        do {
            try Data(text.utf8).write(to: url, options: .withoutOverwriting)
            return StatusMessage(.info, "Saved the log to \(url.path).")
        } catch {
            guard (error as? CocoaError)?.code == .fileWriteFileExists else {
                return StatusMessage(
                    .error, "The log was not saved: \(ErrorWords.text(of: error)). D asks for another path.")
            }
            return StatusMessage(.error, "\(url.path) is there already and stays as it is: D asks for another path.")
        }
    }
}
