import CollectionFiles
import Explorer
import Foundation
import MicroClient

/// Works on the texts of a form, on a thread of its own: a body may be a megabyte, and a key does not wait for its end.
struct TextEffect {
    private let root: URL
    private let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.texts")

    /// - Parameter root: of the collection: its directory, or the one file that holds it.
    init(root: URL, post: @escaping @Sendable (Event) -> Void) {
        self.root = DirectoryEntries.isDirectory(root) ? root : root.deletingLastPathComponent()
        self.post = post
    }

    /// Paths begin at the collection's root.
    func list(_ directory: String, beginning: String, _ reply: Reply<ListedFiles>) -> Cancellation {
        run(reply) { [root] in
            let found = DirectoryEntries(of: directory, beginning: beginning, from: root)
            let files = found.entries.map { ListedFiles.Entry(name: $0.name, isDirectory: $0.isDirectory) }
            return ListedFiles(directory: directory, entries: files, isPart: found.isPart)
        }
    }

    /// What was typed since makes the work needless: it is not begun.
    func run<Outcome>(_ reply: Reply<Outcome>, _ work: @escaping @Sendable () -> Outcome) -> Cancellation {
        let flag = Flag()
        queue.async { [post] in
            guard !flag.isRaised else { return }
            post(reply(work()))
        }
        return Cancellation { flag.raise() }
    }
}
