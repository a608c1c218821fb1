import Files
import Foundation
import Text

extension HAR {
    /// Returns the archive as JSON, valid by the specification: all required members, dates in UTC with milliseconds, members in its order
    /// and those that it does not define after them.
    ///
    /// - Parameter isIndented: Whether every member has a line of its own, as browsers write it. Default: true.
    public func encoded(isIndented: Bool = true) -> Data {
        var data = Data()
        encode(isIndented: isIndented) { data.append(contentsOf: $0) }
        return data
    }

    /// Writes the archive to a file, readable by its owner only, in one step: no reader sees half of it.
    ///
    /// - Throws: `CocoaError` when the directory cannot be written to, or the disk is full; an older file is unchanged then.
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

    /// Passes the text on piece by piece, so that a large archive is never in memory a second time.
    private func encode(isIndented: Bool, _ take: ([UInt8]) throws -> Void) rethrows {
        try encode(log.entries, isIndented: isIndented, take)
    }

    /// Encodes the archive with other entries instead of the log's; they are made one by one, so only one needs to be in memory.
    package func encode(
        _ entries: some Sequence<Entry>, isIndented: Bool = true, _ take: ([UInt8]) throws -> Void
    ) rethrows {
        var output = JSONOutput(isIndented: isIndented)
        output.open("{")
        output.name("log")
        try log.encode(entries, to: &output, take)
        output.write(other.filter { $0.name != "log" })
        output.close("}")
        try take(output.takeBytes() + (isIndented ? [0x0A] : []))
    }
}

extension HAR.Log {
    fileprivate func encode(
        _ entries: some Sequence<HAR.Entry>, to output: inout JSONOutput, _ take: ([UInt8]) throws -> Void
    ) rethrows {
        var (log, head) = (self, MemberCoder())
        log.codeHead(&head)
        output.open("{")
        output.write(Array(head.members))
        output.name("entries")
        output.open("[")
        for entry in entries {
            output.element()
            output.write(entry.json)
            if output.bytes.count > 1 << 18 { try take(output.takeBytes()) }
        }
        output.close("]")
        output.write(tail)
        output.close("}")
    }

    /// The members after the entries.
    private var tail: [HAR.Members.Member] {
        var log = self
        log.entries = []
        guard case .object(let members) = log.json else { return [] }
        let isHead = Set(["version", "creator", "browser", "pages", "entries"])
        return members.filter { !isHead.contains($0.name) }
    }
}

extension JSONOutput {
    mutating func write(_ value: HAR.JSON) {
        switch value {
        case .null: put("null")
        case .bool(let value): put(value ? "true" : "false")
        case .number(let text): put(JSONText.isNumber(text) ? text : "0")
        case .string(let text): string(text)
        case .array(let values):
            open("[")
            for value in values {
                element()
                write(value)
            }
            close("]")
        case .object(let members):
            open("{")
            write(Array(members))
            close("}")
        }
    }

    fileprivate mutating func write(_ members: [HAR.Members.Member]) {
        for member in members {
            name(member.name)
            write(member.value)
        }
    }
}
