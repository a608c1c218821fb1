import Foundation

extension HAR {
    /// Reads a file; entries are taken one by one, so that memory holds what is kept and little more.
    ///
    /// Lenient: a byte order mark, missing members (but for `log` and the `request` with its `url` of each entry), null for any of them,
    /// numbers in quotes, dates with or without fraction and zone, members of other programs.
    /// - Throws: ``HARError`` with line, column and path; what Foundation throws when the file cannot be read.
    public init(contentsOf url: URL) throws {
        try self.init(data: Data(contentsOf: url, options: .mappedIfSafe))
    }

    /// The same from memory.
    ///
    /// - Parameter data: UTF-8, or UTF-16 with a byte order mark.
    /// - Throws: ``HARError``.
    public init(data: Data) throws {
        let data = Self.isUTF16(data) ? Data((String(data: data, encoding: .utf16) ?? "").utf8) : data
        self = try data.withUnsafeBytes { bytes in
            var scanner = JSONScanner(bytes.bindMemory(to: UInt8.self))
            return try HAR(scanning: &scanner)
        }
    }

    private static func isUTF16(_ data: Data) -> Bool {
        data.starts(with: [0xFE, 0xFF]) || data.starts(with: [0xFF, 0xFE])
    }

    private init(scanning scanner: inout JSONScanner) throws {
        guard try scanner.peek() == UInt8(ascii: "{") else { throw scanner.error("expected an object") }
        var log: Log?
        var other = Members()
        try scanner.object { scanner, name in
            if name == "log" {
                log = try within(name) { try Log(scanning: &scanner) }
            } else {
                other.append(name, try scanner.value())
            }
        }
        try scanner.end()
        guard let log else { throw HARError.noLog }
        self.log = log
        self.other = other
    }
}

extension HAR.Log {
    fileprivate init(scanning scanner: inout JSONScanner) throws {
        _ = try scanner.peek()
        let start = scanner.place
        var entries: [HAR.Entry] = []
        var members = HAR.Members()
        try scanner.object { scanner, name in
            if name == "entries", try scanner.peek() == UInt8(ascii: "[") {
                entries = []
                try scanner.array { entries.append(try HAR.Entry(scanning: &$0, number: entries.count)) }
            } else {
                members.append(name, try scanner.value())
            }
        }
        do {
            try self.init(json: .object(members))
        } catch let error as HARError {
            throw error.placed(like: scanner.error("", at: start))
        }
        self.entries += entries
    }
}

extension HAR.Entry {
    fileprivate init(scanning scanner: inout JSONScanner, number: Int) throws {
        _ = try scanner.peek()
        let start = scanner.place
        self = try within("entries[\(number)]") {
            let json = try scanner.value()
            do {
                return try HAR.Entry(json: json)
            } catch let error as HARError {
                throw error.placed(like: scanner.error("", at: start))
            }
        }
    }
}

extension HAR.JSON {
    /// - Parameter data: JSON in UTF-8.
    /// - Throws: ``HARError`` with line and column.
    public init(data: Data) throws {
        self = try data.withUnsafeBytes { bytes in
            var scanner = JSONScanner(bytes.bindMemory(to: UInt8.self))
            let value = try scanner.value()
            try scanner.end()
            return value
        }
    }
}
