import Foundation

/// Decides what the browser's requests mean: the one that is waited for, or something beside it.
struct BrowserReturnMachine: Sendable {
    /// `/callback`
    let path: String
    /// `127.0.0.1:8080`, in lower case: a page that another name leads here has another.
    let hosts: Set<String>
    /// Whether the answer stands in the fragment, which is passed on by a page.
    let isInFragment: Bool
    /// Whether a target is the response to what was asked.
    let isOwn: @Sendable (_ target: String) -> Bool

    enum Action: Sendable, Hashable {
        /// The head is not whole yet.
        case read
        case answer([UInt8])
        /// This is the one; the target is what stands behind the host.
        case finish(target: String)
        /// It is no HTTP, or has no end.
        case close
    }

    static let longestHeadInBytes = 1 << 16

    /// - Parameter bytes: all that a connection has sent so far.
    func action(for bytes: [UInt8]) -> Action {
        guard let end = Self.endOfHead(bytes) else { return bytes.count > Self.longestHeadInBytes ? .close : .read }
        let lines = bytes[..<end].split { $0 == 0x0D || $0 == 0x0A }.map { String(decoding: $0, as: UTF8.self) }
        guard let line = lines.first else { return .close }
        let words = line.utf8.split(separator: 0x20, omittingEmptySubsequences: false)
        guard words.count == 3, words[2].starts(with: "HTTP/1.".utf8), words[1].first == UInt8(ascii: "/") else {
            return .close
        }
        guard let host = Self.host(lines.dropFirst()), hosts.contains(host) else { return .answer(BrowserPage.refused) }
        let target = String(Substring(words[1]))
        let place = words[1].prefix { $0 != UInt8(ascii: "?") }
        let query = words[1][place.endIndex...].dropFirst()
        guard words[0].elementsEqual("GET".utf8), place.elementsEqual(path.utf8) else {
            return .answer(BrowserPage.notFound)
        }
        if isInFragment, query.isEmpty { return .answer(BrowserPage.passingFragment) }
        return isOwn(target) ? .finish(target: target) : .answer(BrowserPage.refused)
    }

    /// The value of `Host`, in lower case; nil when there is none, or several.
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
