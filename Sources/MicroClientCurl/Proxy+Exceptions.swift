import Foundation
import MicroClient

extension TransferOptions.Proxy {
    /// Returns whether a host is reached directly, by the rules of libcurl.
    ///
    /// - Parameter host: The host as written in a URL.
    /// - Source: libcurl, `CURLOPT_NOPROXY`.
    func excepts(_ host: String) -> Bool {
        let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")).lowercased().withoutFinalDot
        return exceptions.contains { exception in
            let exception = exception.trimmingCharacters(in: .whitespaces).lowercased()
            if exception == "*" { return true }
            if let address = NetworkAddress(name) { return address.lies(in: exception) }
            let domain = (exception.hasPrefix(".") ? String(exception.dropFirst()) : exception).withoutFinalDot
            return !domain.isEmpty && (name == domain || name.hasSuffix("." + domain))
        }
    }
}

extension String {
    fileprivate var withoutFinalDot: String { hasSuffix(".") ? String(dropLast()) : self }
}

/// The bytes of an IPv4 or IPv6 address.
private struct NetworkAddress {
    let bytes: [UInt8]

    /// Parses an address; nil for a name.
    init?(_ text: String) {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: six) { Array($0) }
        } else {
            return nil
        }
    }

    /// - Parameter network: A network such as "10.0.0.0/8", or a single address.
    func lies(in network: String) -> Bool {
        let parts = network.split(separator: "/", maxSplits: 1)
        let address = parts.first.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "[]")) }
        guard let other = address.flatMap({ NetworkAddress($0) }), other.bytes.count == bytes.count else {
            return false
        }
        guard parts.count == 2 else { return other.bytes == bytes }
        guard let bits = Int(parts[1]), 0...bytes.count * 8 ~= bits else { return false }
        return (0..<bits).allSatisfy { bit in
            let mask: UInt8 = 0x80 >> UInt8(bit % 8)
            return bytes[bit / 8] & mask == other.bytes[bit / 8] & mask
        }
    }
}
