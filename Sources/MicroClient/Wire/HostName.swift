import Foundation

/// Names of hosts as they are looked up and compared.
enum HostName {
    /// Returns the name in ASCII, percent-decoded; a name that is not ASCII is mapped and encoded by Foundation. So one host has one text.
    /// Nil when it is no valid host, or could be parsed in two ways.
    ///
    /// - Source: UTS 46, not transitional; RFC 3492.
    static func ascii(_ host: String) -> String? {
        let isASCII = host.utf8.allSatisfy { $0 < 0x80 }
        if isASCII, host.utf8.first == 0x5B || !host.utf8.contains(0x25) { return host }
        // Otherwise a part of it could become another part of the URL that is built from it below.
        guard let name = host.removingPercentEncoding, name.utf8.allSatisfy({ $0 >= 0x80 || isNameByte($0) }) else {
            return nil
        }
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.isEmpty ? nil : name }
        guard let converted = URL(string: "http://\(name)/")?.host, converted.utf8.allSatisfy(isNameByte)
        else { return nil }
        return converted.isEmpty ? nil : converted
    }

    /// Returns the ASCII name in lower case: one text for one host.
    static func canonical(_ host: String) -> String? { ascii(host)?.lowercased() }

    /// Returns whether the host is an address, or would be taken for one: its last label is a number.
    ///
    /// - Source: WHATWG URL, section 3.5, "ends in a number checker".
    static func isAddress(_ host: String) -> Bool {
        if host.utf8.first == 0x5B { return true }
        let name = host.utf8.last == 0x2E ? host.utf8.dropLast() : host.utf8[...]
        let last = name.split(separator: 0x2E, omittingEmptySubsequences: false).last ?? name
        return last.starts(with: "0x".utf8) || (!last.isEmpty && last.allSatisfy { (0x30...0x39).contains($0) })
    }

    /// Returns whether a request to the host stays on this machine.
    ///
    /// - Source: RFC 6761, section 6.3; RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3.
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
        let parts = host.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0].elementsEqual("127".utf8)
            && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
    }

    /// Returns whether it is a letter, a digit, `-`, `.` or `_`, which is not valid in a host name but occurs.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }
}
