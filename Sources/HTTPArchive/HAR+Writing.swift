import Files
import Foundation

extension HAR {
    /// The archive as JSON, valid by the specification: every member that it demands, dates in UTC with milliseconds, members in its order
    /// and those that it does not name behind them.
    ///
    /// - Parameter isIndented: whether every member has a line of its own, as browsers write it. Default: true.
    public func encoded(isIndented: Bool = true) -> Data {
        var data = Data()
        encode(isIndented: isIndented) { data.append(contentsOf: $0) }
        return data
    }

    /// Writes the archive to a file, which then is readable by its owner only, in one step: nobody sees half of it.
    ///
    /// - Throws: `CocoaError` when the directory cannot be written to, or the disk is full; an older file is unharmed then.
    public func write(to url: URL, isIndented: Bool = true) throws {
        do {
            let file = try NewFile(for: FilePlace(ofOwnFile: url), keepsMode: false)
            try encode(isIndented: isIndented) { try file.write($0) }
            try file.put()
        } catch let error as FileError {
            let cause = NSError(domain: NSPOSIXErrorDomain, code: Int(error.code))
            throw CocoaError(
                .fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path, NSUnderlyingErrorKey: cause])
        }
    }

    /// Hands the text out piece by piece, so that a large archive never stands in memory a second time.
    private func encode(isIndented: Bool, _ take: ([UInt8]) throws -> Void) rethrows {
        try encode(log.entries, isIndented: isIndented, take)
    }

    /// The same with other entries in the place of the log's: made one by one, no two of them need be there at once.
    package func encode(
        _ entries: some Sequence<Entry>, isIndented: Bool = true, _ take: ([UInt8]) throws -> Void
    ) rethrows {
        var writer = ArchiveWriter(isIndented: isIndented)
        writer.open("{")
        writer.name("log", isFirst: true)
        try log.encode(entries, with: &writer, take)
        for member in other where member.name != "log" { writer.write(member, isFirst: false) }
        writer.close("}", isEmpty: false)
        try take(writer.takeBytes() + (isIndented ? [0x0A] : []))
    }
}

extension HAR.Log {
    fileprivate func encode(
        _ entries: some Sequence<HAR.Entry>, with writer: inout ArchiveWriter, _ take: ([UInt8]) throws -> Void
    ) rethrows {
        var (log, head) = (self, MemberCoder())
        log.codeHead(&head)
        writer.open("{")
        for (index, member) in head.members.enumerated() { writer.write(member, isFirst: index == 0) }
        writer.name("entries", isFirst: false)
        writer.open("[")
        var isEmpty = true
        for entry in entries {
            writer.next(isFirst: isEmpty)
            isEmpty = false
            writer.write(entry.json)
            if writer.bytes.count > 1 << 18 { try take(writer.takeBytes()) }
        }
        writer.close("]", isEmpty: isEmpty)
        for member in tail { writer.write(member, isFirst: false) }
        writer.close("}", isEmpty: false)
    }

    /// What stands behind the entries.
    private var tail: HAR.Members {
        var log = self
        log.entries = []
        guard case .object(let members) = log.json else { return HAR.Members() }
        let isHead = Set(["version", "creator", "browser", "pages", "entries"])
        return HAR.Members(members.filter { !isHead.contains($0.name) })
    }
}
