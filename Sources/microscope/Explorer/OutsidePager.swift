import Explorer
import Foundation

/// `$PAGER` on a private file; it has the terminal until it ends.
struct OutsidePager {
    let environment: [String: String]

    /// - Returns: A message that says what was run, or why nothing was.
    func show(_ order: BodyFileOrder) -> StatusMessage {
        let command = environment["PAGER"].flatMap { $0.isEmpty ? nil : $0 } ?? "less"
        do {
            let file = try LentFile(named: order.path)
            defer { file.remove() }
            try file.write(order.store)
            let status = try OutsideProgram(command: command, environment: environment).run(on: file.url)
            guard status != 0 else { return StatusMessage(.info, "Back from \(command).") }
            let advice = status == 127 ? "; set $PAGER to an installed program" : ""
            return StatusMessage(.error, "\(command) exited with status \(status)\(advice).")
        } catch {
            return StatusMessage(
                .error,
                "The body could not be opened in \(command): \(ErrorWords.text(of: error)). D saves it to a file.")
        }
    }
}
