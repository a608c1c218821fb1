import Explorer
import Foundation

/// Takes what was copied where the terminal does not: to the desktop's clipboard, or into a file. On a thread of its own, one after the other:
/// what was copied last stays.
struct CopyEffect: Sendable {
    private let program: ClipboardProgram?
    private let files: CopiedFiles
    private let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.copying")

    init(environment: [String: String], post: @escaping @Sendable (Event) -> Void) {
        program = ClipboardProgram(environment: environment)
        files = CopiedFiles(environment: environment)
        self.post = post
    }

    /// - Parameter isTaken: Whether the terminal was given it and is known to take such things.
    func start(_ clip: Clip, isTaken: Bool) {
        guard program != nil || !isTaken else { return }
        queue.async {
            if let message = copy(clip, isTaken: isTaken) { post(.message(message)) }
        }
    }

    /// Copies and returns a message; nil if it would only say that it is copied, which was said.
    private func copy(_ clip: Clip, isTaken: Bool) -> StatusMessage? {
        do {
            guard let program else { return keep(clip, why: isTaken ? nil : Self.reason(clip)) }
            try program.copy(clip)
            return clip.byteCount > Clip.terminalLimit
                ? StatusMessage(.info, "Copied \(clip.words), by \(program.name)") : nil
        } catch {
            let message = (error as? ClipboardProgram.Failure)?.message ?? ErrorWords.text(of: error)
            return isTaken ? nil : keep(clip, why: message)
        }
    }

    private static func reason(_ clip: Clip) -> String {
        clip.byteCount > Clip.terminalLimit
            ? "more than the 1 MB that terminals take" : "this terminal may not support copying"
    }

    private static func refusal(_ clip: Clip, _ why: String) -> String {
        guard clip.byteCount > Clip.terminalLimit else { return "Perhaps not copied: \(why)." }
        return "Not copied: \(why), and a text with a secret is not saved unasked. D saves a body to a file."
    }

    private func keep(_ clip: Clip, why: String?) -> StatusMessage? {
        guard let why else { return nil }
        guard !clip.holdsSecrets else { return StatusMessage(.warning, Self.refusal(clip, why)) }
        do {
            let file = try files.write(clip, at: Date())
            let words = "has \(clip.words): \(why)"
            // The status line may be too short for the path, and is gone with the next key.
            post(.logged(LogState.Entry(at: Date(), level: .info, message: "\(file.path) \(words)")))
            return StatusMessage(.info, "\(files.shortPath(of: file)) \(words)")
        } catch {
            return StatusMessage(
                .error,
                "Not copied: \(why), and not saved to a file: \(ErrorWords.text(of: error)). D saves a body to a file of your choice."
            )
        }
    }
}
