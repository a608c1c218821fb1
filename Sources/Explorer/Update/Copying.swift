import Exchanges

extension ExplorerState {
    /// Longest body that goes to the clipboard, in bytes: terminals drop more.
    static let clipboardLimit = 1 << 20

    mutating func copyURL() -> [Effect] {
        guard let shown, let session else { return [] }
        let url = rendered(session.draft.content, at: shown).url
        status = StatusMessage(.info, "Copied \(url)")
        return [effect(.clipboard, .copyToClipboard(url))]
    }

    mutating func copyBody() -> [Effect] {
        guard let store = session?.answer?.document?.store, store.count <= Self.clipboardLimit else {
            status = StatusMessage(.warning, "No body of up to 1 MB to copy.")
            return []
        }
        status = StatusMessage(.info, "Copied the body, \(Wording.bytes(Int64(store.count)))")
        return [effect(.clipboard, .copyToClipboard(String(decoding: store.copy(0..<store.count), as: UTF8.self)))]
    }
}
