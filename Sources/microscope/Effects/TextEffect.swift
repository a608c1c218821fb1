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

    func check(_ text: CheckedText, _ effect: Effect) -> Cancellation {
        run(effect) { .textChecked(text.fault, of: text) }
    }

    func format(_ order: TextFormatting, _ effect: Effect) -> Cancellation {
        run(effect) { .textFormatted(order.result, of: order) }
    }

    func compare(_ order: DraftComparison, _ effect: Effect) -> Cancellation {
        run(effect) { .draftCompared(order.difference) }
    }

    /// Paths begin at the collection's root.
    func list(_ directory: String, beginning: String, _ effect: Effect) -> Cancellation {
        run(effect) { [root] in
            let found = DirectoryEntries(of: directory, beginning: beginning, from: root)
            let files = found.entries.map { ListedFiles.Entry(name: $0.name, isDirectory: $0.isDirectory) }
            return .filesListed(ListedFiles(directory: directory, entries: files, isPart: found.isPart))
        }
    }

    /// What was typed since makes the work needless: it is not begun.
    private func run(_ effect: Effect, _ work: @escaping @Sendable () -> EffectResult) -> Cancellation {
        let flag = Flag()
        let (post, key, generation) = (post, effect.key, effect.generation)
        queue.async {
            guard !flag.isRaised else { return }
            post(.effect(key, generation: generation, work()))
        }
        return Cancellation { flag.raise() }
    }
}
