/// Decides what the browser's requests mean: the one that is waited for, or something beside it.
struct RedirectMachine: Sendable {
    /// `/callback`
    let path: String
    /// Whether the answer stands in the fragment, which is passed on by a page.
    let isInFragment: Bool

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
        let line = String(decoding: bytes[..<end].prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else { return .close }
        let target = String(words[1])
        let query = target.firstIndex(of: "?").map { target[$0...].dropFirst() }
        guard words[0] == "GET", target.prefix(while: { $0 != "?" }) == path else {
            return .answer(BrowserPage.notFound)
        }
        if isInFragment, query?.isEmpty != false { return .answer(BrowserPage.passingFragment) }
        return .finish(target: target)
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        let mark: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        guard bytes.count >= 4 else { return nil }
        return (0...(bytes.count - 4)).first { bytes[$0..<($0 + 4)].elementsEqual(mark) }
    }
}
