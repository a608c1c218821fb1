import CollectionFiles
import Explorer
import Foundation
import OpenCollection

/// Makes requests ready to be found, and keeps what was used last, on a thread of its own: one after the other, since all collections share a file.
struct FindingEffect {
    private let uses: RecentUsesFile
    private let queue = DispatchQueue(label: "microscope.finding")
    private let post: @Sendable (Event) -> Void

    init(environment: [String: String], post: @escaping @Sendable (Event) -> Void) {
        uses = RecentUsesFile(directories: MicroscopeDirectories(environment: environment))
        self.post = post
    }

    func index(_ sources: [RequestIndex.Source], _ effect: Effect) {
        let (post, key, generation) = (post, effect.key, effect.generation)
        queue.async { post(.effect(key, generation: generation, .requestsIndexed(RequestIndex(sources)))) }
    }

    /// Reads what is kept; or keeps something more.
    func remember(_ new: RecentUses?, _ effect: Effect) {
        let (uses, post) = (uses, post)
        queue.async {
            guard let new else {
                let kept = uses.read()
                let requests = (kept.requests[effect.collection] ?? []).map { ItemPath($0) }
                let read = RecentUses(requests: requests, actions: kept.actions)
                return post(.effect(effect.key, generation: effect.generation, .recentUses(read)))
            }
            do {
                try uses.keep(
                    requests: new.requests.map(\.text), of: effect.collection, actions: new.actions,
                    requestLimit: RecentUses.requestLimit, actionLimit: RecentUses.actionLimit)
            } catch {
                let message = "What was used last is not kept for the next run: \(ErrorWords.text(of: error))"
                post(.logged(LogState.Entry(at: Date(), level: .warning, message: message)))
            }
        }
    }

    /// Waits until it is written.
    func drain() { queue.sync {} }
}
