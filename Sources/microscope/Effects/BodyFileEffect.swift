import BodyStore
import Exchanges
import Explorer
import Foundation
import MicroClient

/// Writes bodies to files, on a thread of its own.
final class BodyFileEffect {
    private let environment: [String: String]
    private let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.bodyfiles")
    /// The files that another program may still be reading.
    private let handedOut = Locked<[LentFile]>([])

    init(environment: [String: String], post: @escaping @Sendable (Event) -> Void) {
        (self.environment, self.post) = (environment, post)
        queue.async { LentFile.removeLeftovers() }
    }

    func save(_ order: BodyFileOrder, _ reply: Reply<String>) {
        queue.async { [environment, post] in post(BodySaving(order, environment: environment).run(reply)) }
    }

    func open(_ order: BodyFileOrder, _ reply: Reply<StatusMessage>) {
        let (environment, post, handedOut) = (environment, post, handedOut)
        queue.async {
            let message = Self.open(order, environment) { file in handedOut.withLock { $0.append(file) } }
            post(reply(message))
        }
    }

    private static func open(
        _ order: BodyFileOrder, _ environment: [String: String], keep: (LentFile) -> Void
    ) -> StatusMessage {
        guard let program = BrowserProgram(desktopOf: environment) else {
            return StatusMessage(
                .warning, "There is no desktop here to open it with: D saves it, p shows it in $PAGER.")
        }
        do {
            let file = try LentFile(named: order.path)
            keep(file)
            try file.write(order.store)
            guard program.open(file.url.path) else {
                return StatusMessage(
                    .error, "\(program.name) could not be started: D saves the body, p shows it in $PAGER.")
            }
            return StatusMessage(.info, "Ran \(program.name) \(file.url.path), a copy, deleted when Microscope quits.")
        } catch {
            return StatusMessage(
                .error,
                "The body could not be opened: \(ErrorWords.text(of: error)). D saves it to a file of your choice.")
        }
    }

    /// Waits for what is being saved, and removes the files that were handed out.
    func finish() {
        queue.sync {}
        for file in handedOut.withLock({ $0 }) { file.remove() }
    }
}
