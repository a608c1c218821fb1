import CollectionFiles
import CommandLineTool
import Explorer
import Foundation

/// The list of what can be opened: recent collections, those nearby, and paths while they are typed.
extension CollectionOpener {
    var facts: StartFacts {
        var facts = factsAtOnce
        facts.scratchDrafts = scratchDrafts
        return facts
    }

    /// The facts for the first frame, without those that it would have to wait for the journal for.
    var factsAtOnce: StartFacts {
        var facts = StartFacts()
        facts.recents = recents.entries().map {
            StartFacts.Place(path: $0.path, name: $0.name, isThere: $0.isThere)
        }
        facts.nearby = CollectionLocation.around(currentDirectory).map {
            StartFacts.Place(path: $0.path, name: $0.lastPathComponent)
        }
        facts.newCollection = "./\(InitArguments.usualDirectory)"
        facts.home = environment["HOME"]
        if CollectionLocation.isOlderFormat(currentDirectory) {
            facts.note = "There is a collection here: \(CollectionLocation.olderFormatAdvice)."
        }
        return facts
    }

    func list(post: @escaping @Sendable (Event) -> Void) {
        queue.async { [self] in post(.startListed(facts)) }
    }

    /// Lists again what ``factsAtOnce`` lists, if there are drafts to be named.
    func listDrafts(post: @escaping @Sendable (Event) -> Void) {
        queue.async { [self] in
            let facts = facts
            if !facts.scratchDrafts.isEmpty { post(.startListed(facts)) }
        }
    }

    func forget(_ path: String, post: @escaping @Sendable (Event) -> Void) {
        queue.async { [self] in
            do {
                try recents.remove(path)
                post(.startListed(facts))
            } catch {
                post(
                    .openingFailed(
                        "The list could not be written: \(ErrorWords.text(of: error)). The row comes back at the next start; microscope where shows its directory."
                    ))
            }
        }
    }

    func complete(_ text: String, post: @escaping @Sendable (Event) -> Void) {
        queue.async { [self] in
            let done = DirectoryCompletion(of: text, from: currentDirectory, home: environment["HOME"])
            post(.pathCompleted(text, to: done.text, candidates: done.candidates))
        }
    }
}
