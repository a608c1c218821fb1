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

    func start(_ effect: Effect) {
        let (changes, post, key, generation) = (changes, post, effect.key, effect.generation)
        queue.async {
            do throws(GitFailure) {
                let review = try changes.review()
                post(.effect(key, generation: generation, .reviewed(review)))
            } catch {
                let message = StatusMessage(.warning, "\(error.message); \(error.advice).")
                post(.effect(key, generation: generation, .message(message)))
            }
        }
    }
}
