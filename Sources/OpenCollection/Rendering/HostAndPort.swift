import Text

/// Host and port as they are in a URL that is to be sent, without user and password.
struct HostAndPort {
    private let text: String
    /// The host, with the brackets of an address.
    private let host: Substring
    /// The port with its colon; empty without one.
    private let port: Substring

    /// The host ends after its brackets, else before the first colon.
    init(_ text: String) {
        let end = URLReference.rangeOfHost(in: text).upperBound
        (self.text, host, port) = (text, text[..<end], text[end...])
    }

    /// Why nothing can be sent there, in a sentence that names the part; nil if the text shows no problem.
    ///
    /// - Source: RFC 3986, sections 3.2.2 and 3.2.3.
    var problem: String? { bracketProblem ?? hostProblem ?? portProblem }

    /// The problem with brackets, which an address of version 6 needs, so that its colons are distinguished from that of the port.
    private var bracketProblem: String? {
        let bytes = text.utf8
        if bytes.first == 0x5B, !bytes.contains(0x5D) {
            return "A ] is missing after the [ of the host \(shown(text))."
        }
        let isBare = bytes.first != 0x5B && bytes.allSatisfy(Self.mayStandInAddress)
        guard isBare, text.contains("::") || bytes.count(where: { $0 == 0x3A }) == 7 else { return nil }
        return "The IPv6 address \(shown(text)) must be in brackets, [ and ]."
    }

    private var hostProblem: String? {
        if host.isEmpty { return "The URL has no host." }
        if host.utf8.first == 0x5B {
            return hasAddress ? nil : "The host \(shown(host)) has no IPv6 address between its brackets."
        }
        guard let stray = host.unicodeScalars.first(where: { !Self.mayStandInHost($0) }) else { return nil }
        let name = stray.properties.isWhitespace ? "space" : String(stray).shownInLine()
        return "Invalid host \(shown(host)): contains a \(name)."
    }

    private var portProblem: String? {
        guard let first = port.utf8.first else { return nil }
        guard first == 0x3A else { return "Only a colon and a port may follow the host \(shown(host))." }
        let digits = port.utf8.dropFirst()
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            // It is not shown: it is a password if the @ after it was forgotten.
            return "The port after the host \(shown(host)) is not a number."
        }
        let number = digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 1 << 16) }
        return number < 1 << 16 ? nil : "The port after the host \(shown(host)) is above 65535."
    }

    /// Whether the brackets hold an address, perhaps with a zone, or one of a version to come.
    private var hasAddress: Bool {
        let address = host.utf8.dropFirst().dropLast().prefix { $0 != 0x25 }
        if let first = address.first, first | 0x20 == 0x76 { return true }
        return address.contains(0x3A) && address.allSatisfy(Self.mayStandInAddress)
    }

    private static func mayStandInAddress(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66, 0x2E, 0x3A: true
        default: false
        }
    }

    /// Letters of other scripts are left to those who look the name up.
    private static func mayStandInHost(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return !scalar.properties.isWhitespace }
        let byte = UInt8(scalar.value)
        return PercentCoding.isAlphanumeric(byte) || "-._~%!$&'()*+,;=".utf8.contains(byte)
    }

    private func shown(_ part: some StringProtocol) -> String { "\"\(String(part).shownInLine())\"" }
}
