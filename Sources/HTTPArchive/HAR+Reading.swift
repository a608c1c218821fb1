import Foundation
import MicroClient
import Text

extension HAR {
    /// Reads a file; entries are read one by one, so that memory holds little more than what is kept.
    ///
    /// Lenient: accepts a byte order mark, missing members (except `log` and the `request` with its `url` of each entry), null for any of them,
    /// numbers in quotes, dates with or without fraction and zone, members of other programs.
    /// - Throws: ``HARError`` with line, column and path; `POSIXError` when the file cannot be read, is a pipe or a device, or is
    ///   longer than 1 GiB.
    public init(contentsOf url: URL) throws {
        try self.init(data: OrdinaryFile(url).data())
    }

    /// Reads an archive from memory.
    ///
    /// - Parameter data: The archive in UTF-8, or UTF-16 with a byte order mark.
    /// - Throws: ``HARError``.
    public init(data: Data) throws {
        var repair = EntryRepair(isAllowed: false)
        try self.init(data, &repair)
    }

    /// Reads as much as possible, skipping values of the wrong type, such as a date or a list of cookies, if the
    /// archive can be read without them.
    ///
    /// - Parameters:
    ///   - passedOver: The number of skipped values.
    ///   - fault: The fault after which nothing could be read, if entries before it could be; nil when everything could.
    ///   - texts: The JSON of each entry in UTF-8, as the file has it.
    /// - Throws: ``HARError`` of a required value, before any entry.
    package init(data: Data, passedOver: inout Int, fault: inout HARError?, texts: inout [Data]) throws {
        var repair = EntryRepair(isAllowed: true)
        let data = Self.asUTF8(data)
        defer {
            (passedOver, fault) = (repair.count, repair.fault)
            texts = repair.entryPlaces.map { data[data.startIndex + $0.lowerBound..<data.startIndex + $0.upperBound] }
        }
        try self.init(data, &repair)
    }

    private init(_ data: Data, _ repair: inout EntryRepair) throws {
        self = try Self.asUTF8(data).withUnsafeBytes { bytes in
            var scanner = JSONReader(archive: bytes)
            return try HAR(scanning: &scanner, &repair)
        }
    }

    private static func asUTF8(_ data: Data) -> Data {
        isUTF16(data) ? Data((String(data: data, encoding: .utf16) ?? "").utf8) : data
    }

    private static func isUTF16(_ data: Data) -> Bool {
        data.starts(with: [0xFE, 0xFF]) || data.starts(with: [0xFF, 0xFE])
    }

    private init(scanning scanner: inout JSONReader, _ repair: inout EntryRepair) throws {
        guard try scanner.peek() == UInt8(ascii: "{") else { throw HARError(scanner.fault("expected an object")) }
        let start = scanner.place
        var log: Log?
        var other = Members()
        do {
            try scanner.object { scanner, name in
                if name == "log" {
                    try within(name) {
                        log = try Log(scanning: &scanner, &repair)
                        if let fault = repair.fault { throw fault }
                    }
                } else {
                    other.append(name, try scanner.value())
                }
            }
            try scanner.end()
        } catch let error as HARError {
            try repair.note(error, behind: log?.entries ?? [])
        }
        guard let log else { throw HARError.noLog.placed(in: scanner, at: start) }
        self.log = log
        self.other = other
    }
}

/// Reads values, and if allowed leaves out members of the wrong type, and everything after a fault.
private struct EntryRepair {
    let isAllowed: Bool
    private(set) var count = 0
    /// The fault after which nothing could be read, if entries before it could be.
    private(set) var fault: HARError?
    /// The range of each entry, in bytes from the start.
    var entryPlaces: [Range<Int>] = []

    /// The largest number of members left out of one value; a value with more is something else.
    private static let most = 200
    /// The members without which nothing can be read, as paths of errors.
    private static let needed: Set = ["", "request", "request.url", "entries"]

    init(isAllowed: Bool) { self.isAllowed = isAllowed }

    /// - Throws: The error, if nothing before it is worth keeping.
    mutating func note(_ error: HARError, behind entries: [HAR.Entry]) throws {
        guard isAllowed, !entries.isEmpty else { throw error }
        fault = error
    }

    mutating func value<Value: ArchiveValue>(_ json: HAR.JSON) throws(HARError) -> Value {
        var (json, left) = (json, isAllowed ? Self.most : 0)
        while true {
            do throws(HARError) {
                return try Value(json: json)
            } catch {
                guard left > 0, !Self.needed.contains(error.path), let repaired = json.without(error.path[...]) else {
                    throw error
                }
                json = repaired
                left -= 1
                count += 1
            }
        }
    }
}

extension HAR.JSON {
    /// - Parameter path: The path of an error: "response.headers[3].name".
    /// - Returns: The value without the member; nil when nothing is there.
    fileprivate func without(_ path: Substring) -> HAR.JSON? {
        guard case .object(var members) = self else { return nil }
        let parts = path.split(separator: ".", maxSplits: 1)
        guard let step = parts.first else { return nil }
        let pieces = step.split(separator: "[")
        guard let name = pieces.first.map(String.init), let value = members[name] else { return nil }
        let rest = parts.dropFirst().first
        if pieces.count == 2, let number = Int(pieces[1].dropLast()) {
            guard case .array(var values) = value, values.indices.contains(number) else { return nil }
            if let rest {
                guard let repaired = values[number].without(rest) else { return nil }
                values[number] = repaired
            } else {
                values.remove(at: number)
            }
            members[name] = .array(values)
        } else if let rest {
            guard let repaired = value.without(rest) else { return nil }
            members[name] = repaired
        } else {
            members[name] = nil
        }
        return .object(members)
    }
}

extension HAR.Log {
    fileprivate init(scanning scanner: inout JSONReader, _ repair: inout EntryRepair) throws {
        _ = try scanner.peek()
        let start = scanner.place
        var entries: [HAR.Entry] = []
        var members = HAR.Members()
        do {
            try scanner.object { scanner, name in
                if name == "entries", try scanner.peek() == UInt8(ascii: "[") {
                    (entries, repair.entryPlaces) = ([], [])
                    try scanner.array { scanner in
                        _ = try scanner.peek()
                        let start = scanner.place
                        entries.append(try HAR.Entry(scanning: &scanner, number: entries.count, &repair))
                        repair.entryPlaces.append(start..<scanner.place)
                    }
                } else {
                    members.append(name, try scanner.value())
                }
            }
        } catch let error as HARError {
            try repair.note(error, behind: entries)
        }
        do throws(HARError) {
            self = try repair.value(.object(members))
        } catch {
            throw error.placed(in: scanner, at: start)
        }
        self.entries += entries
    }
}

extension HAR.Entry {
    fileprivate init(scanning scanner: inout JSONReader, number: Int, _ repair: inout EntryRepair) throws {
        _ = try scanner.peek()
        let start = scanner.place
        self = try within("entries[\(number)]") {
            let json = try scanner.value()
            do {
                return try repair.value(json)
            } catch let error as HARError {
                throw error.placed(in: scanner, at: start)
            }
        }
    }
}

extension HAR.JSON {
    /// Parses JSON.
    ///
    /// - Parameter data: JSON in UTF-8.
    /// - Throws: ``HARError`` with line and column.
    public init(data: Data) throws {
        self = try data.withUnsafeBytes { bytes in
            var scanner = JSONReader(archive: bytes)
            let value = try scanner.value()
            try scanner.end()
            return value
        }
    }
}
