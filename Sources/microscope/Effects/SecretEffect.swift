import CollectionFiles
import Explorer
import Foundation
import MicroClient

/// Keeps values of secrets, and captured ones, in private files, one after the other, and in order with what is done to their environments' files.
struct SecretEffect {
    private let store: SecretStore
    private let captures: SessionStore<Cookie>
    private let collectionRoot: String
    private let post: @Sendable (Event) -> Void
    private let queue: DispatchQueue

    /// - Parameter queue: the one on which files are written: a new name of an environment moves its secrets.
    init(
        collectionRoot: String, environment: [String: String], queue: DispatchQueue,
        post: @escaping @Sendable (Event) -> Void
    ) {
        self.queue = queue
        let directories = MicroscopeDirectories(environment: environment)
        store = SecretStore(directories: directories)
        captures = SessionStore(directories: directories)
        self.collectionRoot = collectionRoot
        self.post = post
    }

    func start(_ secret: KeptSecret, _ effect: Effect) {
        let (store, root, post, key, generation) = (store, collectionRoot, post, effect.key, effect.generation)
        queue.async {
            do {
                let value = secret.value.isEmpty ? nil : secret.value
                try store.set(value, name: secret.name, collection: root, environment: secret.environment)
                post(.effect(key, generation: generation, .secretKept(secret)))
            } catch {
                let place = secret.isLiteral ? "; it stays in the file" : ""
                let message = "The value of \(secret.name) could not be kept\(place): \(ErrorWords.text(of: error))"
                post(.effect(key, generation: generation, .message(StatusMessage(.error, message))))
            }
        }
    }

    func start(_ capture: KeptCapture, _ effect: Effect) {
        let (store, root, post, key, generation) = (captures, collectionRoot, post, effect.key, effect.generation)
        queue.async {
            do {
                try store.keep(
                    capture.values, as: capture.name, collection: root, environment: capture.environment, at: Date())
                post(.effect(key, generation: generation, .captureKept(capture)))
            } catch {
                let message = "The value of \(capture.name) could not be kept: \(ErrorWords.text(of: error))"
                post(.effect(key, generation: generation, .message(StatusMessage(.error, message))))
            }
        }
    }

    /// Returns when everything ordered so far is kept.
    func drain() { queue.sync {} }
}
