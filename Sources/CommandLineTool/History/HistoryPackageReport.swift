import Exchanges
public import Foundation
public import Interchange

extension SharePackage {
    /// What is to be looked at before it is given away: a line for each thing that is masked, safe for a terminal.
    public func preview(showsNonASCII: Bool) -> [String] {
        let count = Wording.count(exchanges.count, "exchange")
        let head = masked.isEmpty ? "\(count), nothing is masked" : "\(count); masked:"
        let lines = masked.map { place in "  \(place.text)\(place.isSuspected ? " (it looks like a secret)" : "")" }
        let short = shortNames.map { "  \($0) is too short to be looked for: it may stand somewhere" }
        return ([head] + lines + short).map { TerminalText.line($0, showsNonASCII: showsNonASCII) }
    }
}

/// What came of reading an archive.
public struct TakenArchive: Sendable, Hashable {
    /// As it was named.
    public var file: String
    /// Nil: nothing was in it.
    public var set: String?
    /// Ids of its exchanges, in its order.
    public var exchanges: [UUID]
    /// How many of them were not there before.
    public var newCount: Int
    /// Entries that are no requests of HTTP.
    public var leftOut: Int
    /// Values that could not be read, and were taken as missing.
    public var passedOver: Int
    /// Why what follows these exchanges cannot be read, with its place; nil when all of it could.
    public var fault: String?

    public init(
        file: String, set: String?, exchanges: [UUID], newCount: Int, leftOut: Int, passedOver: Int = 0,
        fault: String? = nil
    ) {
        self.file = file
        self.set = set
        self.exchanges = exchanges
        self.newCount = newCount
        self.leftOut = leftOut
        self.passedOver = passedOver
        self.fault = fault
    }

    /// How a command ends that took no more of the file; nil when it took all.
    public var refusal: UsageError? {
        fault.map {
            let count = Wording.count(exchanges.count, "exchange")
            return UsageError("\(file):\($0)", advice: "\(count) before it \(exchanges.count == 1 ? "is" : "are") kept")
        }
    }

    /// "12 exchanges of shop.har, 2 of them new, are the set shop."
    public var words: String {
        let count = Wording.count(exchanges.count, "exchange")
        let out = leftOut > 0 ? " \(leftOut == 1 ? "1 entry" : "\(leftOut) entries") left out: not of HTTP." : ""
        let over = passedOver > 0 ? " \(Wording.count(passedOver, "value")) that cannot be read taken as missing." : ""
        guard let set else { return "\(file) holds no exchanges.\(out)\(over)" }
        let new =
            newCount == exchanges.count ? "" : newCount == 0 ? ", none of them new," : ", \(newCount) of them new,"
        return "\(count) of \(file)\(new) \(exchanges.count == 1 ? "is" : "are") the set \(set).\(out)\(over)"
    }

    /// What lists them.
    public var filter: String? {
        let clock = HistoryClock(now: Date(timeIntervalSince1970: 0)) { _ in 0 }
        return set.map { HistoryFilter([.init(.set($0))]).text(clock) }
    }

    /// An object with what came of each file.
    public static func writeJSON(
        _ files: [TakenArchive], to sink: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try JSONWriter.object(to: sink) { json in
            try json.array("files", files) { file in
                try json.object {
                    try json.members([("file", file.file), ("set", file.set), ("fault", file.fault)])
                    try json.array("exchanges", file.exchanges) { try json.string($0.uuidString.lowercased()) }
                    try json.member("new", file.newCount)
                    try json.member("leftOut", file.leftOut)
                    try json.member("passedOver", file.passedOver)
                }
            }
        }
    }
}
