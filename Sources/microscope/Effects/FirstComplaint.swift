import Explorer
import Foundation
import MicroClient

/// What cannot be kept in the background is told once: what keeps one from being written keeps the next ones too, and the person works on.
struct FirstComplaint: Sendable {
    /// "Drafts are not kept for after a crash"
    let subject: String
    let post: @Sendable (Event) -> Void
    private let isTold = Locked(false)

    init(_ subject: String, post: @escaping @Sendable (Event) -> Void) {
        self.subject = subject
        self.post = post
    }

    /// Does the work; an error of it is told in the log, if it is the first.
    func attempt(_ work: () throws -> Void) {
        do {
            try work()
        } catch {
            let isFirst = isTold.withLock { isTold in
                defer { isTold = true }
                return !isTold
            }
            if isFirst {
                let message = "\(subject): \(ErrorWords.text(of: error))"
                post(.logged(LogState.Entry(at: Date(), level: .warning, message: message)))
            }
        }
    }
}
