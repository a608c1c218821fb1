import Text

/// Checks that no text in a request can end a line early and smuggle in another request.
///
/// - Source: RFC 9110, section 5.5.
extension WireRequest {
    /// Checks the request, and converts a host that is not ASCII to the form in which it is looked up. Nothing else is changed.
    ///
    /// - Throws: ``NetworkClientError/malformedURL``; ``TransferError`` with code ``TransferError/Code/invalidRequest`` that names the field.
    mutating func makeSendable() throws {
        guard let sendable = URLReference.sendable(url) else { throw NetworkClientError.malformedURL }
        url = sendable
        try checkHead()
        for field in headers where field.isNamed("Content-Length") { try checkLength(field.value) }
    }

    /// Checks method and header fields, for transports, whose callers may not have checked them.
    ///
    /// - Throws: ``TransferError`` with code ``TransferError/Code/invalidRequest`` that names the field.
    package func checkHead() throws(TransferError) {
        guard method.rawValue.isToken else {
            throw .invalid("The method is not a token: letters, digits, - _ and the like.")
        }
        for field in headers {
            guard field.name.isToken else { throw .invalid("The name of a header field is not a token.") }
            guard field.value.allBytes({ $0 != 0 && $0 != 0x0A && $0 != 0x0D }) else {
                throw .invalid("The value of header field \(field.name) contains CR, LF or NUL.")
            }
        }
    }

    /// Checks `Content-Length`: if it is too small, the server takes the rest for another request; if it is too large, it waits for ever.
    private func checkLength(_ value: String) throws {
        guard let length = body.length, value != String(length) else { return }
        throw TransferError.invalid("Content-Length says \(value), the body has \(length) bytes.")
    }
}

extension TransferError {
    static func invalid(_ message: String) -> TransferError {
        TransferError(code: .invalidRequest, stage: .prepare, message: message, requestMayHaveBeenSent: false)
    }
}

extension String {
    /// - Source: RFC 9110, section 5.6.2.
    fileprivate var isToken: Bool {
        !utf8.isEmpty
            && allBytes { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
                default: false
                }
            }
    }

    /// Returns whether the text begins with this one, given in lower case, or the same in capitals.
    package func begins(with text: StaticString) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.begins(with: text) }
            ?? Array(utf8.prefix(text.utf8CodeUnitCount)).withUnsafeBufferPointer { $0.begins(with: text) }
    }

    /// Works like `utf8.allSatisfy`, at a third of its cost: every request is checked.
    package func allBytes(_ isFine: (UInt8) -> Bool) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isFine) } ?? utf8.allSatisfy(isFine)
    }
}

extension URLReference {
    /// Returns whether it can be requested: http or https, a host, a valid port, no spaces and no control characters.
    static func isSendable(_ text: String) -> Bool { sendable(text) != nil }

    /// Returns the same URL with its host in ASCII; nil if it cannot be requested.
    static func sendable(_ text: String) -> String? {
        var text = text
        switch text.withUTF8(reading) {
        case .asItIs: return text
        case .unsendable: return nil
        case .closer(let offsets):
            let start = text.utf8.index(text.startIndex, offsetBy: offsets.lowerBound)
            let end = text.utf8.index(text.startIndex, offsetBy: offsets.upperBound)
            return converted(String(text[start..<end])).map { text[..<start] + $0 + text[end...] }
        }
    }

    private enum Reading {
        case asItIs, unsendable
        /// The authority, in bytes from the start, contains more than a plain host and a port.
        case closer(Range<Int>)
    }

    /// Reads the URL once; most need no second look.
    private static func reading(_ bytes: UnsafeBufferPointer<UInt8>) -> Reading {
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let start = startOfAuthority(bytes) else {
            return .unsendable
        }
        let authority = bytes[start...].prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
        let host = authority.prefix(while: isPlainHostByte)
        return !host.isEmpty && isPort(authority[host.endIndex...]) ? .asItIs : .closer(start..<authority.endIndex)
    }

    /// Returns the offset after `http://` or `https://`, in any case; nil for another scheme.
    private static func startOfAuthority(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        bytes.begins(with: "http://") ? 7 : bytes.begins(with: "https://") ? 8 : nil
    }

    /// Returns whether a byte is one of those in most hosts, which need no conversion and cannot be misread.
    private static func isPlainHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
        default: false
        }
    }

    /// Returns the authority with its host in ASCII; nil when another parser could find another host in it.
    static func converted(_ authority: String) -> String? {
        let range = rangeOfHost(in: authority)
        let user = authority.utf8[..<range.lowerBound].dropLast()
        let port = authority.utf8[range.upperBound...]
        guard !user.contains(where: { $0 == 0x40 || $0 == 0x5C }), isPort(port),
            let host = HostName.ascii(String(authority[range])), isHost(host.utf8)
        else { return nil }
        return authority[..<range.lowerBound] + host + authority[range.upperBound...]
    }

    /// Returns whether it is empty, or a colon and a valid port.
    private static func isPort(_ bytes: some Collection<UInt8>) -> Bool {
        guard bytes.first == 0x3A else { return bytes.isEmpty }
        let digits = bytes.dropFirst()
        return digits.allSatisfy { (0x30...0x39).contains($0) }
            && digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 1 << 16) } < 1 << 16
    }

    /// - Source: RFC 3986, section 3.2.2.
    private static func isHost(_ bytes: String.UTF8View) -> Bool {
        if bytes.first == 0x5B {
            return bytes.count > 2 && bytes.last == 0x5D && bytes.dropFirst().dropLast().isAddress
        }
        return !bytes.isEmpty && bytes.allSatisfy { PercentCoding.isUnreserved($0) || extraHostBytes.contains($0) }
    }

    private static let extraHostBytes = Set("%!$&'()*+,;=".utf8)
}

extension Substring.UTF8View {
    /// Whether it may be enclosed in brackets: an address of version 6, perhaps with a zone, or of a future version.
    ///
    /// - Source: RFC 3986, section 3.2.2; RFC 6874.
    fileprivate var isAddress: Bool {
        let address = prefix { $0 != 0x25 }
        let zone = self[address.endIndex...]
        guard zone.allSatisfy({ PercentCoding.isUnreserved($0) || $0 == 0x25 }) else { return false }
        if let first = address.first, first | 0x20 == 0x76 {
            return address.allSatisfy { PercentCoding.isUnreserved($0) || $0 == 0x3A }
        }
        return address.contains(0x3A)
            && address.allSatisfy { Hexadecimal.value(of: $0) != nil || $0 == 0x3A || $0 == 0x2E }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns whether the bytes begin with this text, given in lower case, or the same in capitals.
    fileprivate func begins(with text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount
            && text.withUTF8Buffer { zip($0, self).allSatisfy { $0 == $1 || $0 >= 0x61 && $0 == $1 | 0x20 } }
    }
}
