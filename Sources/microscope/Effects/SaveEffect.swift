import CollectionFiles
import Explorer
import Foundation
import OpenCollection

/// Writes drafts into their files, one after the other.
struct SaveEffect {
    private let writer: CollectionWriter
    private let post: @Sendable (Event) -> Void
    private let queue: DispatchQueue

    /// - Parameter queue: the one on which files are read anew as well, so that a reading never overtakes a save.
    init(root: URL, queue: DispatchQueue, post: @escaping @Sendable (Event) -> Void) {
        writer = CollectionWriter(root: root)
        self.queue = queue
        self.post = post
    }

    func start(_ order: SaveOrder, _ effect: Effect) {
        let (writer, post, key, generation) = (writer, post, effect.key, effect.generation)
        queue.async {
            post(.effect(key, generation: generation, .saved(Self.save(order, with: writer))))
        }
    }

    /// Returns when everything ordered so far is written.
    func drain() { queue.sync {} }

    private static func save(_ order: SaveOrder, with writer: CollectionWriter) -> SaveResult {
        do {
            let text = try order.base.saving(order.content.definition)
            if order.isNew {
                try writer.create(order.path, with: text)
            } else {
                try writer.replace(order.path, with: text, expecting: order.expectedText)
            }
            let companion =
                order.changesPolicies ? try writer.setPolicies(order.content.policies, for: order.path) : nil
            return .written(try RequestFile.read(text: text, path: order.path), companion)
        } catch let error as CollectionWriter.SaveError {
            return result(error, order.path)
        } catch {
            return .failed("\(error)")
        }
    }

    private static func result(_ error: CollectionWriter.SaveError, _ path: ItemPath) -> SaveResult {
        switch error {
        case .changedMeanwhile(let text):
            guard let file = try? RequestFile.read(text: text, path: path) else {
                return .failed("\(path) was changed by someone else and cannot be read any more; mend it first.")
            }
            return .changedMeanwhile(onDisk: file)
        case .exists: return .failed("\(path) is there already, and is not written over; the draft is kept.")
        case .gone: return .failed("\(path) is gone from the disk; the draft is kept.")
        case .file(let error): return .failed("\(error)")
        case .problem(let problem): return .failed("\(problem.path): \(problem.message)")
        }
    }
}
