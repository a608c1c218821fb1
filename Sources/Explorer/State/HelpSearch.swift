/// What was typed over the page of keys, and how well it fits a row of the table.
struct HelpSearch {
    /// How well, the best first.
    enum Rank: CaseIterable {
        /// It is a key, or all of a name or label: who types that wants to know what it means.
        case whole
        case beginning
        case inName
        case inSentence
    }

    private let typed: String
    /// In small letters.
    let words: [String]

    init(_ text: String) {
        typed = text.trimmingBlanks
        words = typed.lowercased().split(separator: " ").map(String.init)
    }

    var isEmpty: Bool { words.isEmpty }

    /// Whether all words are in a text.
    func isIn(_ text: String) -> Bool {
        let text = text.lowercased()
        return words.allSatisfy { text.contains($0) }
    }

    /// Nil where one of the words is not in it.
    func rank(of row: ActionRow) -> Rank? {
        let names = [row.action.name, row.label].map { $0.lowercased() }
        guard isIn(([HelpLines.keys(row), row.help] + names).joined(separator: " ")) else { return nil }
        let whole = words.joined(separator: " ")
        if row.keys.contains(where: { isTitle($0.title) }) || names.contains(whole) { return .whole }
        if names.contains(where: { $0.hasPrefix(whole) }) { return .beginning }
        return names.contains { name in words.allSatisfy { name.contains($0) } } ? .inName : .inSentence
    }

    /// Of letters, small ones and capitals are two keys.
    private func isTitle(_ title: String) -> Bool {
        title == typed || title.count > 1 && title.lowercased() == typed.lowercased()
    }

    /// Best first; those that fit alike stay as they stand.
    static func sorted<Element>(_ found: [(rank: Rank, element: Element)]) -> [Element] {
        Rank.allCases.flatMap { rank in found.filter { $0.rank == rank }.map(\.element) }
    }
}
