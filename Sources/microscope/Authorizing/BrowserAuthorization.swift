import CollectionRunner
import Foundation
import OpenCollection
import RedirectListener
import Text

/// Sends a person's browser to an authorization page, and waits for it to come back: on the loopback interface where the callback URL
/// is there, else by an address that the person hands over.
struct BrowserAuthorization: Sendable {
    /// The environment, in which a browser is looked for once a page is to be opened: that asks for each directory of `PATH`.
    let environment: [String: String]
    /// Says where to go, whether a browser was sent there, and whether it can come back by itself.
    let announce: @Sendable (_ url: String, _ isOpen: Bool, _ isHeard: Bool) -> Void
    /// Asks for the address that the browser ended at; nil: nobody can be asked.
    let readAddress: (@Sendable () async throws -> String)?
    /// Says why an address that was handed over cannot be the response; another one is asked for then.
    let refuse: @Sendable (_ complaint: String) -> Void
    /// Whether an address may be handed over although a browser was opened that comes back by itself.
    var asksBesideBrowser = false

    /// The time limit: logging in takes a while, and a browser that was closed never comes back.
    private static let limit = Duration.seconds(300)

    var authorizationUI: AuthorizationUI { AuthorizationUI { try await authorize($0) } }

    private func authorize(_ order: AuthorizationOrder) async throws -> AuthorizationResponse {
        do {
            if let refusal = LoopbackCallback.refusal(of: order.callbackURL) { throw refusal }
            guard let callback = LoopbackCallback(order.callbackURL) else { return try await handedOver(order) }
            let listener = try RedirectListener(callback)
            let isOpen = try open(order.url(redirectingTo: listener.redirectURI), isHeard: true)
            let address =
                isOpen && !asksBesideBrowser
                ? try await heard(listener, order) : try await heardOrHandedOver(listener, order)
            return AuthorizationResponse(redirectURI: listener.redirectURI, address: address)
        } catch let error as RedirectListenerError {
            throw CredentialFailure(error.description)
        }
    }

    private func heard(_ listener: RedirectListener, _ order: AuthorizationOrder) async throws -> String {
        try await listener.address(isInFragment: order.isImplicit, limit: Self.limit, isOwn: order.hasOwnState)
    }

    /// Returns the first address, heard or handed over: a browser on another machine, as for a user over SSH, does not reach this one.
    private func heardOrHandedOver(_ listener: RedirectListener, _ order: AuthorizationOrder) async throws -> String {
        guard let readAddress else { return try await heard(listener, order) }
        return try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask { try await heard(listener, order) }
            group.addTask { try await address(for: order, readAddress) }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }

    private func handedOver(_ order: AuthorizationOrder) async throws -> AuthorizationResponse {
        guard let readAddress else {
            throw CredentialFailure(
                "The redirect to \(order.callbackURL) cannot be received here: "
                    + "set callbackUrl to http://127.0.0.1/callback, or send it from a terminal with microscope send.")
        }
        _ = try open(order.url(redirectingTo: order.callbackURL), isHeard: false)
        return AuthorizationResponse(
            redirectURI: order.callbackURL, address: try await address(for: order, readAddress))
    }

    /// Returns the first address that can be the response.
    private func address(
        for order: AuthorizationOrder, _ read: @Sendable () async throws -> String
    ) async throws -> String {
        while true {
            let address = try await read()
            guard let complaint = order.complaint(about: address) else { return address }
            refuse(complaint)
        }
    }

    /// Opens an address in the user's browser. It comes from a collection, so only web pages are opened.
    ///
    /// - Returns: whether a browser was sent there.
    private func open(_ url: String, isHeard: Bool) throws -> Bool {
        let place = URLReference(url)
        guard place.isHTTP, place.authority != nil else {
            throw CredentialFailure(
                "The authorization URL is not an http or https URL, so it is not opened.")
        }
        let isOpen = BrowserProgram(environment: environment)?.open(url) ?? false
        // A job of a server would wait for a person who never comes.
        guard isOpen || readAddress != nil else {
            throw CredentialFailure(
                "Consent in a browser is needed, and there is neither a browser nor a terminal here: run "
                    + "microscope token REQUEST --fetch in a terminal first. The page is \(url)")
        }
        announce(url, isOpen, isHeard)
        return isOpen
    }
}
