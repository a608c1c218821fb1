/// What no transport may be handed: text that would end a line of the request early and smuggle another one in.
///
/// - Source: RFC 9110, section 5.5.
extension WireRequest {
    /// - Throws: ``NetworkClientError/malformedURL``; ``TransferError`` with code ``TransferError/Code/invalidRequest`` that names the field.
    func check() throws {
        guard URLReference.isSendable(url) else { throw NetworkClientError.malformedURL }
        guard method.rawValue.isToken else { throw TransferError.invalid("The method is not a token.") }
        for field in headers {
            guard field.name.isToken else { throw TransferError.invalid("The name of a header field is not a token.") }
            guard !field.value.utf8.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) else {
                throw TransferError.invalid("The value of header field \(field.name) contains CR, LF or NUL.")
            }
        }
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
            && utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
                default: false
                }
            }
    }
}

extension URLReference {
    /// Whether a request can be made of it: http or https, a host, no blanks and no control characters.
    static func isSendable(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { isSendable($0) }
    }

    private static func isSendable(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return false }
        let start = bytes.begins(with: "http://") ? 7 : bytes.begins(with: "https://") ? 8 : nil
        guard let start else { return false }
        let authority = bytes[start...].prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
        let host = authority[(authority.lastIndex(of: 0x40).map { $0 + 1 } ?? authority.startIndex)...]
        return !host.isEmpty && host.first != 0x3A
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// With this text, which is in small letters, or the same in capitals.
    fileprivate func begins(with text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount
            && text.withUTF8Buffer { zip($0, self).allSatisfy { $0 == $1 || $0 >= 0x61 && $0 == $1 | 0x20 } }
    }
}
