import CollectionFiles
import Explorer
import Foundation
import Interchange

/// Asks git what it would send, on a thread of its own: every file of the collection is read.
struct ReviewEffect {
    private let changes: GitChanges
    private let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.review")

    init(root: URL, environment: [String: String], post: @escaping @Sendable (Event) -> Void) {
        changes = GitChanges(root: root, environment: environment)
        self.post = post
    }

    func start(_ reply: Reply<SharingReview>) {
        queue.async { [changes, post] in
            do throws(GitFailure) {
                post(reply(try changes.review()))
            } catch {
                post(reply.show(StatusMessage(.warning, "\(error.message); \(error.advice).")))
            }
        }
    }
}
