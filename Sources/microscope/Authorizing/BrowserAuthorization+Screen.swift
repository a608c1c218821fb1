import CollectionRunner
import Explorer
import Interchange
import MicroClient

extension BrowserAuthorization {
    /// Creates the authorization of the screen: the page's address is shown, and one that is handed over there is taken.
    static func onScreen(
        _ environment: [String: String], _ addresses: HandedOverAddresses,
        _ progress: @escaping @Sendable (ConsentStep) -> Void
    ) -> AuthorizationUI {
        let authorizationUI = BrowserAuthorization(
            environment: environment,
            announce: { url, isOpen, isHeard in
                progress(.waiting(ConsentPage(url: url, isOpen: isOpen, isHeard: isHeard)))
            }, readAddress: { try await addresses.next() }, refuse: { progress(.refused($0)) }, asksBesideBrowser: true
        ).authorizationUI
        return AuthorizationUI { order in
            defer { progress(.over) }
            return try await authorizationUI.authorize(order)
        }
    }
}

/// Addresses that a person hands over on screen, from one thread to the one that waits for them.
struct HandedOverAddresses: Sendable {
    private let waiting = Locked<AsyncStream<String>.Continuation?>(nil)

    /// Hands over an address; without effect while nobody waits.
    func handOver(_ address: String) { waiting.withLock { _ = $0?.yield(address) } }

    /// - Throws: `CancellationError` when the task is cancelled.
    func next() async throws -> String {
        let stream = AsyncStream<String> { continuation in waiting.withLock { $0 = continuation } }
        defer { waiting.withLock { $0 = nil } }
        for await address in stream { return address }
        throw CancellationError()
    }
}
