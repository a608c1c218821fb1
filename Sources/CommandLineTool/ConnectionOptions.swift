import Foundation
import OpenCollection

// How connections are made, for one command: the options that curl has for it.

extension OptionSyntax {
    static let authorities = OptionSyntax(
        name: "--cacert", value: "FILE", summary: "trust the certificate authorities of this PEM file, and no others")
    static let unixSocket = OptionSyntax(
        name: "--unix-socket", value: "FILE", summary: "connect to this Unix socket instead of host and port")
    static let httpVersion = OptionSyntax(
        name: "--http", value: "VERSION", summary: "1.1, 2, or h2c for HTTP/2 without TLS",
        words: ConnectionSettings.HTTPVersion.allCases.map(\.rawValue))
    static let connectTimeout = OptionSyntax(
        name: "--connect-timeout", value: "TIME", summary: "timeout of the connection: 2s, 500ms", fallback: "10s")
    static let resolve = OptionSyntax(
        name: "--resolve", value: "HOST:PORT:ADDRESS",
        summary: "use this address for a host and port; may be given several times")
    static let connectTo = OptionSyntax(
        name: "--connect-to", value: "HOST:PORT", summary: "connect there instead of to the URL's host and port")
    static let connecting: [OptionSyntax] = [
        .authorities, .unixSocket, .httpVersion, .connectTimeout, .resolve, .connectTo,
    ]
}

extension ArgumentReader {
    func connection() throws(UsageError) -> ConnectionSettings {
        var settings = ConnectionSettings()
        settings.ca = value(of: .authorities).map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        settings.unixSocket = value(of: .unixSocket).map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        settings.http = try read(.httpVersion, "write 1.1, 2 or h2c") { ConnectionSettings.HTTPVersion(rawValue: $0) }
        settings.connectTimeout = try span(.connectTimeout).map { $0 / .seconds(1) }
        settings.connectTo = try read(.connectTo, "write host:port") { NetworkPlace($0) }
        var hosts: [ResolvedHost] = []
        for text in values(of: .resolve) {
            guard let host = ResolvedHost(text) else {
                throw UsageError("--resolve \(text) is not an address of a host", advice: "write host:port:address")
            }
            hosts.append(host)
        }
        if !hosts.isEmpty { settings.resolve = hosts }
        if settings.unixSocket != nil, settings.connectTo != nil || settings.resolve != nil {
            throw UsageError(
                "--unix-socket replaces host and port", advice: "leave out --connect-to and --resolve")
        }
        return settings
    }

    private func read<Value>(
        _ option: OptionSyntax, _ advice: String, _ value: (String) -> Value?
    ) throws(UsageError) -> Value? {
        guard let text = self.value(of: option) else { return nil }
        guard let read = value(text) else { throw UsageError("\(option.name) \(text) is unknown", advice: advice) }
        return read
    }
}
