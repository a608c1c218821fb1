import Foundation

/// Decides what to do with a request of the browser: it is the expected one, or another.
struct BrowserReturnMachine: Sendable {
    /// The expected path, such as `/callback`.
    let path: String
    /// The allowed values of `Host`, such as `127.0.0.1:8080`, in lower case: a page under another name that resolves to this machine has another.
    let hosts: Set<String>
    /// Whether the response is in the fragment, which a page then passes on.
    let isInFragment: Bool
    /// Returns whether a target is the expected response.
    let isOwn: @Sendable (_ target: String) -> Bool

    enum Action: Sendable, Hashable {
        /// The head is not complete yet.
        case read
        case response([UInt8])
        /// This is the expected request; the target is the part of the URL after the host.
        case finish(target: String)
        /// It is not HTTP, or its head is too long.
        case close
    }

    static let longestHeadInBytes = 1 << 16

    /// - Parameter bytes: All bytes that a connection has sent so far.
    func action(for bytes: [UInt8]) -> Action {
        guard let end = Self.endOfHead(bytes) else { return bytes.count > Self.longestHeadInBytes ? .close : .read }
        let lines = bytes[..<end].split { $0 == 0x0D || $0 == 0x0A }.map { String(decoding: $0, as: UTF8.self) }
        guard let line = lines.first else { return .close }
        let words = line.utf8.split(separator: 0x20, omittingEmptySubsequences: false)
        guard words.count == 3, words[2].starts(with: "HTTP/1.".utf8), words[1].first == UInt8(ascii: "/") else {
            return .close
        }
        guard let host = Self.host(lines.dropFirst()), hosts.contains(host) else {
            return .response(BrowserPage.refused)
        }
        let target = String(Substring(words[1]))
        let place = words[1].prefix { $0 != UInt8(ascii: "?") }
        let query = words[1][place.endIndex...].dropFirst()
        guard words[0].elementsEqual("GET".utf8), place.elementsEqual(path.utf8) else {
            return .response(BrowserPage.notFound)
        }
        if isInFragment, query.isEmpty { return .response(BrowserPage.passingFragment) }
        return isOwn(target) ? .finish(target: target) : .response(BrowserPage.refused)
    }

    /// Returns the value of `Host`, in lower case; nil when there is none, or several.
    private static func host(_ fields: ArraySlice<String>) -> String? {
        let values = fields.filter { $0.lowercased().hasPrefix("host:") }
        guard let value = values.first?.dropFirst(5), values.count == 1 else { return nil }
        return value.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        let mark: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        guard bytes.count >= 4 else { return nil }
        return (0...(bytes.count - 4)).first { bytes[$0..<($0 + 4)].elementsEqual(mark) }
    }
}
