import CollectionRunner
import Foundation
import OpenCollection
import RedirectListener

/// Sends a person's browser to an authorization page, and waits for it to come back: on the loopback interface where the callback URL
/// is there, else by an address that the person hands over.
struct BrowserDoor: Sendable {
    let browser: BrowserProgram?
    /// Says where to go, and whether a browser was sent there.
    let announce: @Sendable (_ url: String, _ isOpen: Bool) -> Void
    /// Asks for the address that the browser ended at; nil: nobody can be asked.
    let readAddress: (@Sendable () async throws -> String)?

    /// Logging in takes a while; a browser that was closed never comes back.
    private static let limit = Duration.seconds(300)

    var door: AuthorizationDoor { AuthorizationDoor { try await answer($0) } }

    private func answer(_ order: AuthorizationOrder) async throws -> AuthorizationAnswer {
        do {
            guard let callback = LoopbackCallback(order.callbackURL) else { return try await handedOver(order) }
            let listener = try RedirectListener(callback)
            try open(order.url(redirectingTo: listener.redirectURI))
            let address = try await listener.address(isInFragment: order.isImplicit, limit: Self.limit)
            return AuthorizationAnswer(redirectURI: listener.redirectURI, address: address)
        } catch let error as RedirectListenerError {
            throw CredentialFailure(error.description)
        }
    }

    private func handedOver(_ order: AuthorizationOrder) async throws -> AuthorizationAnswer {
        guard let readAddress else {
            throw CredentialFailure(
                "The browser would come back to \(order.callbackURL), which cannot be heard here: "
                    + "set callbackUrl to http://127.0.0.1/callback, or send it from a terminal with microscope send.")
        }
        try open(order.url(redirectingTo: order.callbackURL))
        return AuthorizationAnswer(redirectURI: order.callbackURL, address: try await readAddress())
    }

    /// A collection's address goes to a program of the person's: only pages of the web do.
    private func open(_ url: String) throws {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard ["http", "https"].contains(scheme), url.dropFirst(scheme.count).hasPrefix("://") else {
            throw CredentialFailure(
                "The authorization URL is no address of http or https, so no browser is sent there.")
        }
        announce(url, browser?.open(url) ?? false)
    }
}
