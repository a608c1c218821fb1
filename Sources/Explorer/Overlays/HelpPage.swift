import ExplorerKit

/// Every key with its sentence, for use here and now: what means something here comes first, with the reason of what
/// cannot be done; then all else by context. What is typed narrows it to what fits, best first.
struct HelpPage {
    struct Entry {
        let row: ActionRow
        /// Whether the key means this where help was opened.
        let isHere: Bool
        /// Why it cannot be done now; nil when it can, or means nothing here.
        let reason: String?
    }

    struct Section {
        let title: String
        /// The way to the context; nil if it is the current one, or no key leads there.
        let way: String?
        var entries: [Entry]
    }

    /// The sections in which something matches.
    let sections: [Section]
    /// Glyphs of the screen with what they say, below all keys; none where words are shown instead.
    let glyphs: [(sign: String, meaning: String)]
    /// The words that are looked for, in lower case.
    let words: [String]

    var entries: [Entry] { sections.flatMap(\.entries) }

    /// - Parameter below: the state as it is without the help.
    init(_ help: HelpState, below state: ExplorerState) {
        let search = HelpSearch(help.list.filter.text)
        words = search.words
        let all = Self.sections(state)
        sections = search.isEmpty ? all : Self.found(search, in: all)
        let meanings = Glyphs.meanings.map { (sign: state.glyphs[keyPath: $0.sign], meaning: $0.meaning) }
        glyphs = state.glyphs.areWords ? [] : meanings.filter { search.isIn("\($0.sign) \($0.meaning) signs") }
    }

    /// Returns the sections that match, the one with the best hit first, and in each of them the best ones.
    private static func found(_ search: HelpSearch, in all: [Section]) -> [Section] {
        let found = all.compactMap { section -> (rank: HelpSearch.Rank, element: Section)? in
            let hits = section.entries.compactMap { entry in
                search.rank(of: entry.row).map { (rank: $0, element: entry) }
            }
            guard let best = HelpSearch.Rank.allCases.first(where: { rank in hits.contains { $0.rank == rank } }) else {
                return nil
            }
            return (best, Section(title: section.title, way: section.way, entries: HelpSearch.sorted(hits)))
        }
        return HelpSearch.sorted(found)
    }

    private static func sections(_ state: ExplorerState) -> [Section] {
        let here = state.context
        let rows = state.settings.keymap.rows
        let held = rows.filter { $0.contexts.contains(here) }
        let own = held.filter { !$0.isShared } + held.filter(\.isShared)
        let first = Section(
            title: "\(here.title) (current)", way: nil,
            entries: own.map { Entry(row: $0, isHere: true, reason: state.disabledReason(of: $0.action)) })
        let shared = rows.filter { $0.isShared && !$0.contexts.contains(here) }
        let elsewhere = ActionContext.allCases.filter { $0 != here }.map { context in
            Section(
                title: context.title, way: state.settings.way(to: context),
                entries: rows.filter { !$0.isShared && $0.contexts.contains(context) && !$0.contexts.contains(here) }
                    .map { Entry(row: $0, isHere: false, reason: nil) })
        }
        let several = Section(
            title: "In several places", way: nil,
            entries: shared.map { Entry(row: $0, isHere: false, reason: nil) })
        return ([first, several] + elsewhere).filter { !$0.entries.isEmpty }
    }
}

extension ActionRow {
    /// Whether it holds in more than two contexts.
    var isShared: Bool { contexts.count > 2 }
}
