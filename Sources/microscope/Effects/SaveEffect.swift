import CollectionFiles
import Explorer
import Foundation
import Interchange
import OpenCollection

/// Writes drafts into their files, one after the other.
struct SaveEffect {
    private let writer: CollectionWriter
    private let post: @Sendable (Event) -> Void
    private let queue: DispatchQueue

    /// - Parameter queue: The queue on which files are read again as well, so that a reading never overtakes a save.
    init(root: URL, queue: DispatchQueue, post: @escaping @Sendable (Event) -> Void) {
        writer = CollectionWriter(root: root)
        self.queue = queue
        self.post = post
    }

    func start(_ order: SaveOrder, _ reply: Reply<SaveResult>) {
        queue.async { [writer, post] in post(reply(Self.save(order, with: writer))) }
    }

    /// Changes what `microscope.yaml` says.
    ///
    /// - Parameter onFailure: Returns the message for the user if that fails.
    func change(
        _ reply: Reply<CompanionFile>, onFailure: @escaping @Sendable (CollectionWriter.SaveError) -> String,
        _ change: @escaping @Sendable (CollectionWriter) throws(CollectionWriter.SaveError) -> CompanionFile
    ) {
        queue.async { [writer, post] in
            do throws(CollectionWriter.SaveError) {
                post(reply(try change(writer)))
            } catch {
                post(reply.show(StatusMessage(.error, onFailure(error))))
            }
        }
    }

    /// Changes what `microscope.yaml` says about an environment: whether it is protected, or kept in the history.
    func change(
        environment name: String, _ reply: Reply<CompanionFile>,
        _ change: @escaping @Sendable (CollectionWriter) throws(CollectionWriter.SaveError) -> CompanionFile
    ) {
        self.change(reply, onFailure: { "\(name) is unchanged: \($0). Fix that, and try again." }, change)
    }

    /// Returns when everything ordered so far is written.
    func drain() { queue.sync {} }

    private static func save(_ order: SaveOrder, with writer: CollectionWriter) -> SaveResult {
        do {
            return .written(try finish(order, try write(order, with: writer), with: writer))
        } catch let error as CollectionWriter.SaveError {
            return result(error, order.path)
        } catch {
            return .failed(ErrorWords.text(of: error))
        }
    }

    private static func write(_ order: SaveOrder, with writer: CollectionWriter) throws -> CollectionWriter.Written {
        let text = try order.base.saving(order.content)
        let file = order.path.editedFile
        return order.isNew
            ? try writer.create(file, with: text)
            : try writer.replace(file, with: text, expecting: order.expectedText)
    }

    /// Finishes a save whose file is written, whatever becomes of the rest.
    private static func finish(
        _ order: SaveOrder, _ written: CollectionWriter.Written, with writer: CollectionWriter
    ) throws -> SavedFile {
        let path = order.path.after(written.changes)
        var saved = SavedFile(try FormFile.read(text: written.text, at: path))
        saved.noteSecrets(of: order)
        if let former = order.formerPolicies, let holder = path.policyHolder {
            do throws(CollectionWriter.SaveError) {
                saved.companion = try writer.setPolicies(order.content.policies, over: former, for: holder)
            } catch {
                saved.policyProblem = error.description
            }
        }
        if !written.changes.isEmpty, let collection = try? CollectionLoader(root: writer.root).load(.heads) {
            saved.renamed = SavedFile.Renaming(written.changes, in: collection)
        }
        return saved
    }

    private static func result(_ error: CollectionWriter.SaveError, _ path: ItemPath) -> SaveResult {
        switch error {
        case .changedMeanwhile(let text):
            guard let file = try? FormFile.read(text: text, at: path) else {
                return .failed(
                    "\(path.editedFile) was changed on disk and cannot be read any more; fix it first.")
            }
            return .changedMeanwhile(onDisk: file)
        case .exists:
            return .failed(
                "\(path.editedFile) already exists and is not overwritten; m moves the draft.")
        case .gone: return .gone
        case .file(let error): return .failed(ErrorWords.text(of: error))
        case .problem(let problem): return .failed("\(path.editedFile): \(problem.message)")
        }
    }
}
