import CollectionFiles
import CollectionRunner
import Explorer
import FilterWorker
import Foundation
import Interchange
import MicroClient
import ScriptWorker

/// Works on the texts of a form, on a thread of its own: a body may be a megabyte, and a key does not wait for its end.
struct TextEffect {
    private let root: URL
    private let post: @Sendable (Event) -> Void
    private let queue = DispatchQueue(label: "microscope.texts")

    /// - Parameter root: The collection's directory, or the one file that holds it.
    init(root: URL, post: @escaping @Sendable (Event) -> Void) {
        self.root = DirectoryEntries.isDirectory(root) ? root : root.deletingLastPathComponent()
        self.post = post
    }

    /// Lists files. Paths begin at the collection's root.
    func list(_ directory: String, beginning: String, _ reply: Reply<ListedFiles>) -> Cancellation {
        run(reply) { [root] in
            let found = DirectoryEntries(of: directory, beginning: beginning, from: root)
            let files = found.entries.map { ListedFiles.Entry(name: $0.name, isDirectory: $0.isDirectory) }
            return ListedFiles(directory: directory, entries: files, isPart: found.isPart)
        }
    }

    /// Returns the places where a text is none of its language. A script is read by its engine, in a process of its own.
    static func faults(in text: CheckedText) -> [TextFault] {
        guard text.language == .javaScript else { return text.faults }
        let fault = ScriptProcess.fault(in: text.text, program: .own(ScriptDependencies.workerWord)).map { problem in
            TextFault(
                line: (problem.place?.line ?? 1) - 1, column: (problem.place?.column ?? 1) - 1, in: text.text,
                reason: problem.message)
        }
        return fault.map { [$0] } ?? []
    }

    /// Runs work, unless it is cancelled before it begins, as by further typing.
    func run<Outcome>(_ reply: Reply<Outcome>, _ work: @escaping @Sendable () -> Outcome) -> Cancellation {
        let flag = CancellationFlag()
        queue.async { [post] in
            guard !flag.isRaised else { return }
            post(reply(work()))
        }
        return Cancellation { flag.raise() }
    }
}
