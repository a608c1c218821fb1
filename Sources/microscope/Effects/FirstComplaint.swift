import Explorer
import Foundation
import MicroClient

/// Reports only the first failure to keep something in the background: the next ones have the same cause, and the user works on.
struct FirstComplaint: Sendable {
    /// The beginning of the message: "Drafts cannot be recovered after a crash"
    let subject: String
    let post: @Sendable (Event) -> Void
    private let isReported = Locked(false)

    init(_ subject: String, post: @escaping @Sendable (Event) -> Void) {
        self.subject = subject
        self.post = post
    }

    /// Does the work; an error of it is logged if it is the first.
    func attempt(_ work: () throws -> Void) {
        do {
            try work()
        } catch {
            let isFirst = isReported.withLock { isReported in
                defer { isReported = true }
                return !isReported
            }
            if isFirst {
                let message = "\(subject): \(ErrorWords.text(of: error))"
                post(.logged(LogState.Entry(at: Date(), level: .warning, message: message)))
            }
        }
    }
}
