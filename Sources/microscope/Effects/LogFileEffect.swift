import Explorer
import Foundation

/// Writes the lines of the log to a new file; one that is there already stays as it is.
struct LogFileEffect {
    let post: @Sendable (Event) -> Void

    func start(_ text: String, path: String, _ reply: Reply<StatusMessage>) {
        Background.run { [post] in post(reply(Self.write(text, to: path))) }
    }

    private static func write(_ text: String, to path: String) -> StatusMessage {
        let url = URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
        do {
            let isNew = try WholeFile(url, mode: 0o666).write(replaces: false) { file in
                try file.write(contentsOf: Data(text.utf8))
                return true
            }
            return isNew
                ? StatusMessage(.info, "Saved the log to \(url.path).")
                : StatusMessage(.error, "\(url.path) already exists and is unchanged: D asks for another path.")
        } catch {
            return StatusMessage(
                .error, "The log was not saved: \(ErrorWords.text(of: error)). D asks for another path.")
        }
    }
}
