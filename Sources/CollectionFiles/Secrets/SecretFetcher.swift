public import Foundation
public import OpenCollection

/// Asks for secrets where `microscope.yaml` says that they are kept. What has to be agreed to first is the caller's business.
public struct SecretFetcher: Sendable {
    private let directory: URL
    private let environment: [String: String]
    private let gate: TrustGate?

    /// - Parameters:
    ///   - root: The root of the collection; programs are started in its directory.
    ///   - environment: The environment that the programs are started with.
    ///   - gate: Knows the files of the collection that may be run; nil: any.
    public init(root: URL, environment: [String: String], gate: TrustGate? = nil) {
        self.gate = gate
        directory = CollectionLocation.directory(of: root)
        self.environment = environment
    }

    /// Returns a secret's value; nil when it is kept there and empty. Blocks the thread, for half a minute at most.
    ///
    /// - Throws: ``SecretSourceError``.
    public func value(from source: SecretSource) throws(SecretSourceError) -> String? {
        let words =
            switch source {
            case .command(let words): words
            case .keyring(let attributes): Self.keyringProgram(attributes)
            }
        var program = SecretProgram(words: words, directory: directory, environment: environment)
        if case .command = source { program.file = try gate?.programFile(of: words) }
        defer { if case .command = source { gate?.noteFilesWritten(by: words) } }
        let text = try program.output()
        return text.isEmpty ? nil : text
    }

    private static func keyringProgram(_ attributes: [KeyringAttribute]) -> [String] {
        #if canImport(Darwin)
            // Source: security(1).
            let flags = ["service": "-s", "account": "-a", "label": "-l"]
            return ["security", "find-generic-password", "-w"]
                + attributes.flatMap { [flags[$0.name] ?? "-G", $0.value] }
        #else
            // Source: secret-tool(1).
            return ["secret-tool", "lookup"] + attributes.flatMap { [$0.name, $0.value] }
        #endif
    }
}
