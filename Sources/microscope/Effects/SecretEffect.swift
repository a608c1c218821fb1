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

    /// - Parameter queue: The queue on which files are written: renaming an environment moves its secrets.
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

    func start(_ secret: StoredSecret, _ reply: Reply<StatusMessage?>) {
        let (store, root, post) = (store, collectionRoot, post)
        queue.async {
            do {
                let value = secret.value.isEmpty ? nil : secret.value
                try store.set(value, name: secret.name, collection: root, environment: secret.environment)
                post(reply(nil))
            } catch {
                let place = secret.isLiteral ? "; it stays in the file" : ""
                let message = "The value of \(secret.name) could not be stored\(place): \(ErrorWords.text(of: error))"
                post(reply(StatusMessage(.error, message)))
            }
        }
    }

    func start(_ capture: StoredCapture, _ reply: Reply<StatusMessage?>) {
        let (store, root, post) = (captures, collectionRoot, post)
        queue.async {
            do {
                try store.keep(
                    capture.values, as: capture.name, collection: root, environment: capture.environment, at: Date())
                post(reply(nil))
            } catch {
                let message = "The value of \(capture.name) could not be stored: \(ErrorWords.text(of: error))"
                post(reply(StatusMessage(.error, message)))
            }
        }
    }

    /// Returns when everything ordered so far is kept.
    func drain() { queue.sync {} }
}
