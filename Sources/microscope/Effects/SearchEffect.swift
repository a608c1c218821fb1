import CollectionFiles
import Explorer
import Foundation
import OpenCollection

/// Searches the files of a collection for a text, on threads of its own: neither what is saved nor a key waits for it.
struct SearchEffect {
    private let loader: CollectionLoader
    private let post: @Sendable (Event) -> Void

    init(root: URL, environment: [String: String], post: @escaping @Sendable (Event) -> Void) {
        loader = CollectionOpening(environment: environment).loader(of: root)
        self.post = post
    }

    func start(_ search: CollectionSearch, _ reply: Reply<[FoundText]>) -> Cancellation {
        let flag = CancellationFlag()
        Background.run(givesWay: true) { [loader, post] in
            let found = loader.find(search) { flag.isRaised }
            if !flag.isRaised { post(reply(found)) }
        }
        return Cancellation { flag.raise() }
    }
}
