import Quoting

/// Options that no field of a request keeps.
enum CurlOptions {
    /// Options for what a request does anyway.
    static let silent: Set = [
        "compressed", "silent", "show-error", "http2", "tlsv1", "tlsv1.0", "tlsv1.1", "tlsv1.2", "no-keepalive",
        "disable",
    ]

    /// Options that concern what curl prints, and how.
    static let idle: Set = [
        "include", "verbose", "output", "remote-name", "remote-name-all", "write-out", "fail", "fail-with-body",
        "fail-early", "progress-bar", "no-buffer", "dump-header", "no-progress-meter", "remote-header-name",
        "cookie-jar",
        "output-dir", "create-dirs", "remove-on-error", "remote-time", "stderr", "trace", "trace-ascii", "trace-time",
        "styled-output", "no-styled-output", "parallel", "parallel-immediate", "parallel-max",
        "suppress-connect-headers",
        "xattr", "expect100-timeout",
    ]

    /// Advice on what to do instead, by the option's name.
    static let advice = [
        "proxy":
            "the collection keeps one, in opencollection.yml under config: proxy: config: protocol, hostname, port.",
        "proxy-user": "the collection keeps it, in opencollection.yml under config: proxy: config: auth.",
        "config": "it is not read, write its options into the command.",
        "connect-timeout": "a number of seconds from 0 to 1,000,000 was expected.",
        "netrc": "the file is not read, give the user with -u.", "netrc-file": "it is not read, give the user with -u.",
    ]

    /// "-x proxy:3128"; passwords are not written out.
    static func words(for option: CurlArguments.Option) -> String {
        guard let value = option.value, !secret.contains(option.name) else { return option.written }
        let shown = option.name.hasSuffix("proxy") ? value.split(at: "@").last : value
        return "\(option.written) \(shown ?? value)"
    }

    private static let secret: Set = ["proxy-user", "proxy-pass", "tlspassword", "proxy-tlspassword", "proxy-header"]
}
