import CollectionRunner
import CommandLineTool
import Foundation

extension BrowserAuthorization {
    /// Creates the authorization of a command: messages go to standard error; an address is asked for if there is a terminal.
    static func atCommandLine(_ environment: [String: String]) -> BrowserAuthorization {
        let announce = { @Sendable (url: String, isOpen: Bool, isHeard: Bool) in
            StandardStreams.note(
                isOpen ? "The browser asks for your consent. If it does not, open:" : "Open in a browser:")
            StandardStreams.note(TerminalText.line(url, showsNonASCII: StandardStreams.showsNonASCII))
            guard TypedLine.isThere, !(isOpen && isHeard) else { return }
            let condition = isHeard ? "If the redirect fails, paste" : "Then paste"
            StandardStreams.note("\(condition) the URL that the browser ends at, and press Enter:")
        }
        let readAddress = { @Sendable () async throws -> String in try await TypedLine.read() }
        return BrowserAuthorization(
            environment: environment, announce: announce,
            readAddress: TypedLine.isThere ? readAddress : nil, refuse: { StandardStreams.complain($0) })
    }
}

extension CollectionRunner.RunEvent {
    /// The line about it on standard error; nil if there is none.
    var line: String? {
        switch self {
        case .token(let step): step.line
        case .login(.ended(let auxiliary)): auxiliary.summary
        case .login(.began), .exchange, .receiving: nil
        }
    }
}

extension TokenStep {
    /// The line about it on standard error or in the log; nil if there is none.
    var line: String? {
        switch self {
        case .asking, .sending: nil
        case .received(let auxiliary): auxiliary.isDone ? auxiliary.summary : nil
        case .note(let text): text
        }
    }
}
