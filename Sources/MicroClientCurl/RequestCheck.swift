import Foundation
import MicroClient

extension WireRequest {
    /// Whether the request can be sent as it is: nothing in it may end a line or a field early.
    ///
    /// - Throws: ``TransferError`` with stage ``TransferError/Stage/prepare`` and code ``TransferError/Code/invalidRequest``,
    ///   ``TransferError/Code/malformedURL`` or ``TransferError/Code/unsupportedProtocol``.
    func check() throws {
        guard method.rawValue.isToken else {
            throw refusal(.invalidRequest, "The method is not a token: letters, digits, - _ .")
        }
        for field in headers { try check(field) }
        try checkScheme()
        if let fault = signatureFault { throw refusal(.invalidRequest, fault) }
        if let fault = optionsFault { throw refusal(.invalidRequest, fault) }
    }

    private func check(_ field: HeaderField) throws {
        guard field.name.isToken else {
            throw refusal(.invalidRequest, "A header name is not a token: letters, digits, - _ .")
        }
        guard !field.value.hasByte(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
            throw refusal(.invalidRequest, "The value of the header \(field.name) has a line break or NUL in it.")
        }
    }

    private func checkScheme() throws {
        if !url.begins(with: "http://"), !url.begins(with: "https://") { throw schemeRefusal }
        guard !url.hasByte(where: { $0 == 0 }) else { throw refusal(.malformedURL, "The URL has NUL in it.") }
    }

    private var schemeRefusal: TransferError {
        guard let end = url.range(of: "://")?.lowerBound, !url[..<end].contains(":") else {
            return refusal(.malformedURL, "The URL is not absolute: it must begin with http:// or https://.")
        }
        return refusal(
            .unsupportedProtocol, "The scheme \(url[..<end].lowercased()) is not supported: http and https are.")
    }

    private func refusal(_ code: TransferError.Code, _ message: String) -> TransferError {
        TransferError(code: code, stage: .prepare, message: message, url: urlWithoutUser, requestMayHaveBeenSent: false)
    }

    /// The URL without user information; nil when there is no URL.
    var urlWithoutUser: String? {
        guard !url.isEmpty else { return nil }
        guard let start = url.range(of: "://")?.upperBound else { return url }
        let authority = url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard let at = authority.lastIndex(of: "@") else { return url }
        return String(url[..<start]) + url[url.index(after: at)...]
    }

    var isTLS: Bool { url.begins(with: "https:") }
}

extension String {
    /// RFC 9110, section 5.6.2.
    fileprivate var isToken: Bool { !isEmpty && !hasByte { !$0.isTokenByte } }

    /// With this text, which is in small letters, or the same in capitals.
    fileprivate func begins(with text: StaticString) -> Bool {
        text.withUTF8Buffer { text in
            utf8.withContiguousStorageIfAvailable { $0.begins(with: text) }
                ?? Array(utf8.prefix(text.count)).withUnsafeBufferPointer { $0.begins(with: text) }
        }
    }

    /// Looks at the bytes where they lie in memory: every hop asks this of its URL and its header fields, and the views of a string
    /// cost ten times as much.
    func hasByte(where isMeant: (UInt8) -> Bool) -> Bool {
        utf8.withContiguousStorageIfAvailable { $0.contains(where: isMeant) } ?? utf8.contains(where: isMeant)
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func begins(with text: UnsafeBufferPointer<UInt8>) -> Bool {
        count >= text.count
            && text.indices.allSatisfy { self[$0] == text[$0] || text[$0] >= 0x61 && self[$0] | 0x20 == text[$0] }
    }
}

extension UInt8 {
    fileprivate var isTokenByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
