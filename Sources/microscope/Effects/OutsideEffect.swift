import Explorer
import Foundation
import OpenCollection

/// Lists what a collection could do outside of itself, on a thread of its own: it reads every file of the collection.
struct OutsideEffect {
    private let listing: @Sendable () -> OutsideListing
    private let queue = DispatchQueue(label: "microscope.outside")
    private let post: @Sendable (Event) -> Void

    init(root: URL, environment: [String: String], post: @escaping @Sendable (Event) -> Void) {
        listing = { OutsideListing(root: root, environment: environment) }
        self.post = post
    }

    /// - Parameter forgetting: Whether everything that was agreed to is forgotten first.
    func list(forgetting: Bool, _ reply: Reply<[ListedUse]>) {
        run(reply) { listing in
            if forgetting { try listing.forget() }
            return try listing.uses()
        }
    }

    func agree(to uses: [OutsideUse], _ reply: Reply<Void>) { run(reply) { try $0.agree(to: uses) } }

    private func run<Outcome>(
        _ reply: Reply<Outcome>, _ work: @escaping @Sendable (OutsideListing) throws -> Outcome
    ) {
        queue.async { [listing, post] in
            do {
                post(reply(try work(listing())))
            } catch {
                post(reply.show(StatusMessage(.error, ErrorWords.text(of: error))))
            }
        }
    }
}
