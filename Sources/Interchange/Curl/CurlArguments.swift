import Quoting

/// The arguments of a command of curl, taken apart as curl does.
struct CurlArguments {
    struct Option: Hashable {
        /// The long name, without its dashes.
        var name: String
        var value: String?
        /// The option as written: "-s", "--silent".
        var written: String
    }
    private(set) var options: [Option] = []
    private(set) var urls: [String] = []
    /// Options that curl 7.88 does not have.
    private(set) var unknown: [String] = []
    /// Options that it has, at the end and without their value, as they were written.
    private(set) var lackingValue: [String] = []

    /// Returns the parts of a command that `--next` divides.
    ///
    /// - Parameter words: The words of the command, without `curl` itself.
    static func all(_ words: [String]) -> [CurlArguments] {
        var rest = words[...]
        var all: [CurlArguments] = []
        repeat { all.append(CurlArguments(&rest)) } while !rest.isEmpty
        return all
    }

    private init(_ rest: inout ArraySlice<String>) {
        while let word = rest.popFirst() {
            if word.hasSameBytes(as: "--") {
                urls += rest
                rest = []
                return
            }
            if word.beginsWithBytes(of: "--") {
                readLong(word, &rest)
            } else if word.beginsWithBytes(of: "-"), word.utf8.count > 1 {
                readShort(word, &rest)
            } else {
                urls.append(word)
            }
            if options.last?.name == "next" {
                options.removeLast()
                return
            }
        }
    }

    /// Reads a long option. curl takes no `--name=value`, but it is often written.
    private mutating func readLong(_ word: String, _ rest: inout ArraySlice<String>) {
        let parts = word.unicodeScalars.dropFirst(2)
            .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts.first ?? ""
        if Self.withValue.contains(name) {
            add(name, parts.count > 1 ? parts[1] : rest.popFirst(), word)
        } else if Self.switches.contains(name)
            || name.hasPrefix("no-") && Self.switches.contains(String(name.dropFirst(3)))
        {
            options.append(Option(name: name, value: nil, written: word))
        } else {
            unknown.append(word)
        }
    }

    /// `-sSL`, `-XPOST`, `-d data`
    private mutating func readShort(_ word: String, _ rest: inout ArraySlice<String>) {
        var letters = word.unicodeScalars.dropFirst()
        while let letter = letters.popFirst() {
            guard let name = Self.short[letter] else {
                unknown.append("-\(letter)")
                continue
            }
            guard Self.withValue.contains(name) else {
                options.append(Option(name: name, value: nil, written: "-\(letter)"))
                continue
            }
            return add(name, letters.isEmpty ? rest.popFirst() : String(letters), "-\(letter)")
        }
    }

    private mutating func add(_ name: String, _ value: String?, _ written: String) {
        guard let value else { return lackingValue.append(written) }
        if name == "url" {
            urls.append(value)
        } else {
            options.append(Option(name: name, value: value, written: written))
        }
    }

    // MARK: What curl 7.88 has, as `curl --help all` lists it

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    private static let withValue = words(
        """
        abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to continue-at cookie
        cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode delegation dns-interface
        dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header egd-file engine etag-compare etag-save expect100-timeout form
        form-string ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode happy-eyeballs-timeout-ms header hostpubmd5
        hostpubsha256 hsts interface json keepalive-time key key-type krb libcurl limit-rate local-port login-options mail-auth mail-from
        mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max pass pinnedpubkey
        preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile
        proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype
        proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file range rate referer request request-target resolve
        retry retry-delay retry-max-time sasl-authzid service-name socks4 socks4a socks5 socks5-gssapi-service socks5-hostname speed-limit
        speed-time stderr telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii
        unix-socket upload-file url url-query user user-agent write-out
        """)

    private static let switches = words(
        """
        anyauth append basic buffer cert-status clobber compressed compressed-ssh create-dirs crlf digest disable disable-eprt
        disable-epsv disallow-username-in-url doh-cert-status doh-insecure fail fail-early fail-with-body false-start form-escape
        ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control get globoff haproxy-protocol head http0.9 http1.0
        http1.1 http2 http2-prior-knowledge http3 http3-only ignore-content-length include insecure ipv4 ipv6 junk-session-cookies
        keepalive list-only location location-trusted manual metalink negotiate netrc netrc-optional next ntlm ntlm-wb parallel
        parallel-immediate path-as-is post301 post302 post303 progress-bar progress-meter proxy-anyauth proxy-basic proxy-digest
        proxy-insecure proxy-negotiate proxy-ntlm proxytunnel raw remote-header-name remote-name remote-name-all remote-time
        remove-on-error retry-all-errors retry-connrefused sasl-ir sessionid show-error silent ssl ssl-no-revoke ssl-reqd
        ssl-revoke-best-effort sslv2 sslv3 styled-output suppress-connect-headers tcp-fastopen tcp-nodelay tlsv1 tlsv1.0 tlsv1.1 tlsv1.2
        tlsv1.3 tr-encoding trace-time use-ascii verbose version xattr alpn npn
        """)

    private static let short: [Unicode.Scalar: String] = [
        "a": "append", "E": "cert", "K": "config", "C": "continue-at", "b": "cookie", "c": "cookie-jar", "d": "data",
        "q": "disable", "D": "dump-header", "f": "fail", "F": "form", "P": "ftp-port", "G": "get", "g": "globoff",
        "I": "head", "H": "header", "0": "http1.0", "i": "include", "k": "insecure", "4": "ipv4", "6": "ipv6",
        "j": "junk-session-cookies", "l": "list-only", "L": "location", "M": "manual", "m": "max-time", "n": "netrc",
        ":": "next", "N": "no-buffer", "o": "output", "Z": "parallel", "#": "progress-bar", "x": "proxy",
        "U": "proxy-user", "p": "proxytunnel", "Q": "quote", "r": "range", "e": "referer", "J": "remote-header-name",
        "O": "remote-name", "R": "remote-time", "X": "request", "S": "show-error", "s": "silent", "Y": "speed-limit",
        "y": "speed-time", "2": "sslv2", "3": "sslv3", "t": "telnet-option", "z": "time-cond", "1": "tlsv1",
        "T": "upload-file", "B": "use-ascii", "u": "user", "A": "user-agent", "v": "verbose", "V": "version",
        "w": "write-out",
    ]
}
