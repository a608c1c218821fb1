public import Exchanges
import Foundation
public import OpenCollection

extension HistoryAddress {
    /// Returns the address with a request's path instead of its name, if the collection has a request of that name; one that is gone from the
    /// collection may still be in the history.
    ///
    /// - Throws: ``UsageError`` when several requests have the name.
    public func resolved(in collection: Collection) throws(UsageError) -> HistoryAddress {
        guard case .back(let count, let request?) = self else { return self }
        switch RequestMatch.find(request, in: collection) {
        case .one(let path), .unsendable(let path, _): return .back(count, request: path.text)
        case .several(let paths): return .back(count, request: try RequestMatch.several(paths).path(for: request).text)
        case .none: return self
        }
    }
}

extension UsageError {
    /// Returns the error for an address that leads nowhere.
    ///
    /// - Parameter isAmongAll: whether the exchanges of all collections were asked for.
    public static func noExchange(at text: String, _ address: HistoryAddress, isAmongAll: Bool) -> UsageError {
        switch address {
        case .id:
            UsageError(
                "no exchange has an id that begins with \(text)", advice: "microscope history list shows the ids")
        case .back(_, nil):
            UsageError(
                "there are fewer exchanges: \(text)",
                advice: isAmongAll
                    ? "microscope history list --all shows them" : "--all includes those of all collections")
        case .back(_, .some):
            UsageError(
                "there is no exchange \(text)",
                advice: "microscope history list\(isAmongAll ? " --all" : "") shows which requests were sent")
        }
    }

    /// Returns the error for a filter that finds nothing, where something is to be done with what it finds.
    ///
    /// - Parameter isAmongAll: whether the exchanges of all collections were asked for.
    public static func noMatch(for filter: String, isAmongAll: Bool) -> UsageError {
        isAmongAll
            ? UsageError("no exchange matches \(filter)", advice: "microscope history list --all shows them")
            : UsageError("no exchange of this collection matches \(filter)", advice: "--all searches all of them")
    }

    /// Returns the error for the beginning of several ids.
    public static func severalExchanges(at text: String, _ rows: [HistoryRow], clock: HistoryClock, showsNonASCII: Bool)
        -> UsageError
    {
        var error = UsageError("several exchanges have an id that begins with \(text)", advice: "write more of it:")
        error.list = rows.map { row in
            TerminalText.line("\(row.id.uuidString.lowercased())  \(row.line(clock))", showsNonASCII: showsNonASCII)
        }
        return error
    }
}
