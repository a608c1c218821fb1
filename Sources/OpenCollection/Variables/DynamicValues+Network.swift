/// Colours and what the net is made of.
extension DynamicValues {
    static let network: [String: Maker] = [
        "randomColor": { $0.pick(colors) },
        "randomHexColor": { "#" + $0.letters(6, of: hexDigits) },
        "randomAbbreviation": { $0.pick(abbreviations) },
        "randomIP": { $0.below(2) == 0 ? $0.ipv4() : $0.ipv6() },
        "randomIPV4": { $0.ipv4() },
        "randomIPV6": { $0.ipv6() },
        "randomMACAddress": { made in (0..<6).map { _ in made.letters(2, of: hexDigits) }.joined(separator: ":") },
        "randomPassword": { $0.letters(15, of: alphanumeric + "_") },
        "randomLocale": { $0.pick(countryCodes) },
        "randomUserAgent": { $0.userAgent() },
        "randomProtocol": { $0.pick(["http", "https"]) },
        "randomSemver": { "\($0.below(10)).\($0.below(20)).\($0.below(20))" },
        "randomDomainName": { $0.domainName() },
        "randomDomainSuffix": { $0.pick(domainSuffixes) },
        "randomDomainWord": { $0.domainWord() },
        "randomEmail": { $0.userName() + "@" + $0.domainWord() + ".example" },
        "randomExampleEmail": { $0.userName() + "@example." + $0.pick(["com", "net", "org"]) },
        "randomUserName": { $0.userName() },
        "randomUrl": { $0.pick(["http", "https"]) + "://" + $0.domainName() + $0.pick(["", "/"]) },
    ]

    static let hexDigits = "0123456789abcdef"

    private static let colors = words(
        """
        amber apricot aquamarine azure beige black blue bronze brown burgundy copper coral cream crimson cyan emerald gold
        gray green indigo ivory jade khaki lavender lilac lime magenta maroon mauve mint navy ochre olive orange pink plum
        purple red rose ruby salmon sepia silver tan teal turquoise violet white yellow
        """)
    private static let abbreviations = words(
        """
        API ASCII CDN CLI CPU CSS CSV DNS FTP GPU GUI HTML HTTP IMAP IO IP JSON JWT LAN MAC NAT OCR OS PDF PNG RAM REST RPC
        RSS SDK SMTP SQL SSD SSH SSL SVG TCP TLS TTL UDP URI URL USB UTF VPN WAN XML YAML
        """)
    private static let domainSuffixes = words("com net org info biz name dev app io")

    private func ipv4() -> String { (0..<4).map { _ in String(below(256)) }.joined(separator: ".") }

    private func ipv6() -> String { (0..<8).map { _ in letters(4, of: Self.hexDigits) }.joined(separator: ":") }

    private func domainName() -> String { domainWord() + "." + pick(Self.domainSuffixes) }

    private func domainWord() -> String { adjective() + "-" + noun() }

    private func userName() -> String {
        let name = firstName().lowercased() + pick([".", "_"]) + lastName().lowercased()
        return below(2) == 0 ? name : name + String(below(100))
    }

    private func userAgent() -> String {
        let system = pick(["Windows NT 10.0; Win64; x64", "Macintosh; Intel Mac OS X 10_15_7", "X11; Linux x86_64"])
        let version = number(in: 90...140)
        if below(2) == 0 { return "Mozilla/5.0 (\(system); rv:\(version).0) Gecko/20100101 Firefox/\(version).0" }
        return "Mozilla/5.0 (\(system)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/\(version).0.0.0 Safari/537.36"
    }
}
