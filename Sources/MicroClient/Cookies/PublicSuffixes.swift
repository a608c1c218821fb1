/// The domains under which anyone may register a name ("com", "co.uk", "github.io"): no cookie can be set for all of such a domain.
///
/// The list is part of the library, as of the library's release. It is used neither at startup nor for a cookie without a `Domain`
/// attribute.
/// - Source: https://publicsuffix.org/list/
package enum PublicSuffixes {
    /// Returns whether the domain is a public suffix itself. A single label that no rule names is one.
    ///
    /// - Parameter domain: The domain, in any case; non-ASCII labels are converted, a dot at the end is ignored.
    package static func contains(_ domain: String) -> Bool {
        guard let domain = HostName.canonical(domain) else { return false }
        let name = domain.utf8.last == 0x2E ? domain.dropLast() : domain[...]
        return suffix(of: name) == name
    }

    /// Returns the registrable part of a host's name, a public suffix and one label more: "example.co.uk" of "api.example.co.uk".
    /// Lower case and ASCII; nil for an address, a public suffix itself, and an invalid host name.
    ///
    /// - Parameter host: The host, in any case; non-ASCII labels are converted.
    package static func registrableDomain(of host: String) -> String? {
        guard let host = canonicalHost(host), !host.hasPrefix("."), !HostName.isAddress(host) else { return nil }
        let name = host.utf8.last == 0x2E ? host.dropLast() : host[...]
        let suffix = suffix(of: name)
        guard suffix.utf8.count < name.utf8.count else { return nil }
        let label = name.utf8.dropLast(suffix.utf8.count + 1).split(separator: 0x2E).last.map { Substring($0) } ?? ""
        return "\(label).\(suffix)"
    }

    /// Returns a host's name as it is looked up, in lower case and ASCII; nil if it is not valid.
    package static func canonicalHost(_ host: String) -> String? { HostName.canonical(host) }

    /// Returns the longest public suffix that the domain ends in.
    ///
    /// - Source: https://github.com/publicsuffix/list/wiki/Format, "Algorithm".
    static func suffix(of domain: Substring) -> Substring {
        var rest = domain
        while let dot = rest.utf8.firstIndex(of: 0x2E) {
            let parent = rest[rest.utf8.index(after: dot)...]
            if isRule("!", rest) { return parent }
            if isRule("", rest) || isRule("*.", parent) { return rest }
            rest = parent
        }
        return rest
    }

    private static func isRule(_ mark: String, _ name: Substring) -> Bool {
        let rule = Array(mark.utf8) + Array(name.utf8)
        return PublicSuffixTable.rules.withUTF8Buffer { rule.isWord(of: $0) }
    }
}

extension [UInt8] {
    /// Returns whether these bytes are one of the words of a sorted text. Words are separated by single bytes up to a space.
    fileprivate func isWord(of text: UnsafeBufferPointer<UInt8>) -> Bool {
        var low = 0
        var high = text.count
        while low < high {
            var start = (low + high) / 2
            while start > low, text[start - 1] > 0x20 { start -= 1 }
            let word = text[start...].prefix { $0 > 0x20 }
            if word.elementsEqual(self) { return true }
            if word.lexicographicallyPrecedes(self) { low = word.endIndex + 1 } else { high = start }
        }
        return false
    }
}
