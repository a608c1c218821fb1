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

    func index(_ sources: [RequestIndex.Source], _ reply: Reply<RequestIndex>) {
        queue.async { [post] in post(reply(RequestIndex(sources))) }
    }

    func read(of collection: String, _ reply: Reply<RecentUses>) {
        queue.async { [uses, post] in
            let kept = uses.read()
            let requests = (kept.requests[collection] ?? []).map { ItemPath($0) }
            post(reply(RecentUses(requests: requests, actions: kept.actions)))
        }
    }

    /// Adds recent uses to those that are kept.
    func keep(_ new: RecentUses, of collection: String) {
        queue.async { [uses, post] in
            do {
                try uses.keep(
                    requests: new.requests.map(\.text), of: collection, actions: new.actions,
                    requestLimit: RecentUses.requestLimit, actionLimit: RecentUses.actionLimit)
            } catch {
                let message = "Recent uses are not saved for the next run: \(ErrorWords.text(of: error))"
                post(.logged(LogState.Entry(at: Date(), level: .warning, message: message)))
            }
        }
    }

    /// Waits until it is written.
    func drain() { queue.sync {} }
}
