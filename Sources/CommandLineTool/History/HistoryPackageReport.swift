import Exchanges
public import Foundation
public import Interchange

extension SharePackage {
    /// Returns the preview of a package before it is given away: a line for each thing that is masked, safe for a terminal.
    public func preview(showsNonASCII: Bool) -> [String] {
        let count = Wording.count(exchanges.count, "exchange")
        let head = masked.isEmpty ? "\(count), nothing is masked" : "\(count); masked:"
        let lines = masked.map { place in "  \(place.text)\(place.isSuspected ? " (it looks like a secret)" : "")" }
        let short = shortNames.map { "  warning: \($0) is too short to mask everywhere" }
        return ([head] + lines + short).map { TerminalText.line($0, showsNonASCII: showsNonASCII) }
    }
}

/// The result of reading an archive.
public struct ImportedArchive: Sendable, Hashable {
    /// The file as it was named.
    public var file: String
    /// The name of the set; nil if the archive was empty.
    public var set: String?
    /// The ids of its exchanges, in its order.
    public var exchanges: [UUID]
    /// The number of exchanges that are new.
    public var newCount: Int
    /// The number of entries that are no HTTP requests.
    public var leftOut: Int
    /// The number of values that could not be read, and were taken as missing.
    public var passedOver: Int
    /// The reason that the rest of the archive cannot be read, with its place; nil if all of it could.
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

    /// The error if the rest of the file was not taken; nil if all of it was.
    public var refusal: UsageError? {
        fault.map {
            let count = Wording.count(exchanges.count, "exchange")
            return UsageError("\(file):\($0)", advice: "\(count) before it \(exchanges.count == 1 ? "is" : "are") kept")
        }
    }

    /// The result in words: "12 exchanges of shop.har, 2 of them new, are the set shop."
    public var words: String {
        let count = Wording.count(exchanges.count, "exchange")
        let out = leftOut > 0 ? " \(leftOut == 1 ? "1 entry" : "\(leftOut) entries") skipped: not HTTP." : ""
        let over = passedOver > 0 ? " \(Wording.count(passedOver, "value")) cannot be read and counted as missing." : ""
        guard let set else { return "\(file) holds no exchanges.\(out)\(over)" }
        let new =
            newCount == exchanges.count ? "" : newCount == 0 ? ", none of them new," : ", \(newCount) of them new,"
        return "\(count) of \(file)\(new) \(exchanges.count == 1 ? "is" : "are") the set \(set).\(out)\(over)"
    }

    /// The filter that lists the exchanges; nil if there are none.
    public var filter: String? {
        let clock = HistoryClock(now: Date(timeIntervalSince1970: 0)) { _ in 0 }
        return set.map { HistoryFilter([.init(.set($0))]).text(clock) }
    }

    /// Writes an object with the result of each file.
    public static func writeJSON(
        _ files: [ImportedArchive], to sink: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try JSONWriter.object(to: sink) { json in
            try json.array("files", files) { file in
                try json.object {
                    try json.members([("file", file.file), ("set", file.set), ("error", file.fault)])
                    try json.array("exchanges", file.exchanges) { try json.string($0.uuidString.lowercased()) }
                    try json.member("new", file.newCount)
                    try json.member("leftOut", file.leftOut)
                    try json.member("unreadable", file.passedOver)
                }
            }
        }
    }
}
