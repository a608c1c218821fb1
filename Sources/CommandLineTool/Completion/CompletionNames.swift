public import Exchanges
public import OpenCollection

extension CommandLineCompletion {
    /// Returns the names of a source that begin with what is typed.
    ///
    /// - Parameter collection: The collection; its heads are enough.
    public func names(of source: CompletionSource, in collection: Collection) -> [Candidate] {
        let names: [Candidate] =
            switch source {
            case .requests: collection.requestCandidates
            case .folders: collection.folderCandidates + collection.requestCandidates
            case .environments: collection.environments.map { Candidate($0.name) }
            case .tags: Set(collection.allItems.flatMap { $0.kind.requestHead?.tags ?? [] }).sorted().map { .init($0) }
            case .globalEnvironments, .exchanges, .files, .directories: []
            }
        return begun(names)
    }

    /// Returns the names that begin with what is typed. A name that would be an option where it is put is left out.
    public func begun(_ names: [Candidate]) -> [Candidate] {
        names.filter {
            $0.text.utf8.starts(with: begun.utf8) && (takesDashes || $0.text.utf8.first != UInt8(ascii: "-"))
        }
    }

    /// Returns the addresses of exchanges that begin with what is typed: ids, `@` for the last of all, and the last of each request.
    ///
    /// - Parameter rows: The exchanges, the newest first.
    public func addresses(of rows: [HistoryRow], clock: HistoryClock) -> [Candidate] {
        guard let newest = rows.first else { return [] }
        var requests: Set<String> = []
        let last = rows.filter { row in row.origin.requestPath.map { requests.insert($0).inserted } ?? false }
        let named = last.compactMap { row in
            row.origin.requestPath.map { Candidate("\(ItemPath($0).withoutSuffix)@", row.line(clock)) }
        }
        return begun(
            [Candidate("@", newest.line(clock))] + rows.map { Candidate($0.shortID, $0.line(clock)) } + named)
    }
}

extension Collection {
    fileprivate var requestCandidates: [CommandLineCompletion.Candidate] {
        allItems.compactMap { item in
            item.kind.requestHead.map { .init(item.path.withoutSuffix, "\($0.method) \(item.name)") }
        }
    }

    fileprivate var folderCandidates: [CommandLineCompletion.Candidate] {
        allItems.filter(\.isFolder).map { .init($0.path.text, $0.name) }
    }
}
