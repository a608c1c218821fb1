import CollectionFiles
import CommandLineTool
import ExchangeStore
import Exchanges
import Foundation
import OpenCollection
import Quoting

/// `history latency`.
struct HistoryTiming {
    private let place: HistoryPlace

    init(_ place: HistoryPlace) { self.place = place }

    func show(_ arguments: HistoryLatencyArguments) throws -> ExitStatus {
        let store = try place.open()
        let filter = try filter(arguments)
        let report = LatencyReport(try store?.samples(filter) ?? [])
        let text = HistoryLatencyReport(report, by: arguments.length, clock: place.clock)
        if arguments.printsJSON {
            try BodyOutput.whole { try text.writeJSON(to: $0) }
        } else {
            try StandardStreams.write(
                text.text(columns: StandardStreams.columns, showsNonASCII: StandardStreams.showsNonASCII))
        }
        return .success
    }

    private func filter(_ arguments: HistoryLatencyArguments) throws -> HistoryFilter {
        var filter = try place.filter(HistoryFilter.text(ofWords: arguments.filter), arguments.scope)
        guard let name = arguments.request else { return filter }
        guard let location = try place.collection(arguments.scope) else {
            filter.terms.append(.init(.request(name)))
            return filter
        }
        filter.terms.append(.init(.sent(of: try path(name, in: location), in: location.root.path)))
        return filter
    }

    /// Returns the path of a request; for one that is gone from the collection, the path that the history knows.
    private func path(_ name: String, in location: CollectionLocation) throws -> String {
        let match = RequestMatch.find(name, in: try CollectionLoader(root: location.root).load(.heads))
        if case .unsendable(let path, _) = match { return path.text }
        let gone = name.endsWithBytes(of: ".yml") ? name : name + ".yml"
        let isKnown = try place.open()?.environments(collection: location.root.path, request: gone).isEmpty == false
        if case .none = match, isKnown { return gone }
        return try match.path(for: name).text
    }
}
