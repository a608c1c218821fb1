import BodyStore
import Exchanges
public import Foundation
import HTTPArchive
import MicroClient
import Quoting
import Text

/// The entries of an archive as exchanges of the history: their secrets masked, their ids made of what they hold, so that the same file gives the
/// same ones again.
///
/// An entry of another program is an exchange; of an archive of ours, the hops and attempts of one exchange are put together again.
public struct ArchiveImport {
    private let drafts: [Draft]
    private let masking: CarefulMasking
    private let file: String
    /// The name of the set that was shared; nil if it was not a set.
    public private(set) var setName: String?
    /// The note written about that set; nil without one.
    public private(set) var setNote: String?
    /// The number of entries that are not HTTP requests: files, data within a page, WebSockets.
    public private(set) var leftOut = 0
    /// The number of values that are not of their type, a date or a time, say: taken as missing.
    public private(set) var passedOver = 0
    /// Why what follows these exchanges cannot be read; nil when all of the archive could.
    public private(set) var fault: ArchiveProblem?

    /// - Parameters:
    ///   - data: The bytes of the file; members that are missing, or unknown to the format, are passed over.
    ///   - file: the name of the file that it comes from.
    ///   - spillDirectory: The directory for long bodies.
    ///   - progress: called with how many exchanges were looked through for secrets, of all; what it throws ends the import.
    /// - Throws: ``ArchiveProblem`` when it is not an archive, or its first entry is invalid; ``BodyStoreError`` when there is no room for bodies.
    public init(
        _ data: Data, from file: String, spillDirectory: URL, progress: (Int, Int) throws -> Void = { _, _ in }
    ) throws {
        do {
            var passedOver = 0
            var fault: HARError?
            var texts: [Data] = []
            let archive = try HAR(data: data, passedOver: &passedOver, fault: &fault, texts: &texts)
            try self.init(archive, texts, from: file, spillDirectory: spillDirectory, progress)
            self.passedOver = passedOver
            self.fault = fault.map { ArchiveProblem(description: $0.description) }
        } catch let error as HARError {
            throw ArchiveProblem(description: error.description)
        }
    }

    private init(
        _ archive: HAR, _ texts: [Data], from file: String, spillDirectory: URL,
        _ progress: (Int, Int) throws -> Void
    ) throws {
        self.file = file
        let set = archive.log.other["_set"]?.members
        setName = set?["name"]?.text
        setNote = set?["note"]?.text
        let own = archive.log.other["_masked"]?.texts ?? []
        var drafts: [Draft] = []
        var texts = texts[...]
        for entries in Self.grouped(archive.log.entries) {
            let own = texts.prefix(entries.count)
            texts = texts.dropFirst(entries.count)
            if let draft = try Draft(entries, written: Array(own), spillDirectory) {
                drafts.append(draft)
            } else {
                leftOut += entries.count
            }
        }
        Self.distinguish(&drafts)
        self.drafts = drafts
        let records = drafts.map(\.record)
        var count = 0
        masking = try CarefulMasking(
            records, markers: Set(own), limits: HistoryMasking.BodyLimits(),
            spillDirectory: spillDirectory,
            checkCancellation: {
                try progress(count, records.count)
                count += 1
            })
        setNote = setNote.map(masking.masked)
    }

    /// The ids of the exchanges, in the order of the archive.
    public var ids: [UUID] { drafts.map(\.record.id) }

    /// Returns an exchange, masked, with what was written about it.
    ///
    /// - Parameter index: The index in the order of the archive.
    /// - Throws: ``BodyStoreError`` when there is no room for its body.
    public func exchange(at index: Int) throws -> SharedExchange {
        let draft = drafts[index]
        var past = try masking.masked(draft.record, source: .imported(from: file))
        draft.complete(&past.kept)
        return SharedExchange(past, note: draft.note.map(masking.masked), verdict: draft.verdict.map(masking.masked))
    }

    /// Returns the entries grouped by exchange: entries after one with "_exchange" that have an attempt and none of their own belong to it.
    private static func grouped(_ entries: [HAR.Entry]) -> [[HAR.Entry]] {
        entries.reduce(into: []) { groups, entry in
            let isFollowing = entry.attempt != nil && entry.other["_exchange"] == nil
            if isFollowing, groups.last?.first?.shell != nil {
                groups[groups.count - 1].append(entry)
            } else {
                groups.append([entry])
            }
        }
    }

    /// Gives entries that are equal to the last byte different ids, since they are different exchanges.
    private static func distinguish(_ drafts: inout [Draft]) {
        var seen: [UUID: Int] = [:]
        for index in drafts.indices {
            let id = drafts[index].record.id
            let number = seen[id, default: 0]
            seen[id] = number + 1
            if number > 0 { drafts[index].takeID(number) }
        }
    }
}

/// Why a file is not an archive.
public struct ArchiveProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// "12:7: log.entries[3].request: expected an object, found a string"; without values of the file.
    public let description: String
}

/// An exchange that is being put together.
private struct Draft {
    private(set) var record: RecordedExchange
    let note: String?
    let verdict: String?
    private let entries: [HAR.Entry]
    /// The entries as the file has them.
    private let texts: [Data]
    private let shell: StoredExchange?

    /// Reads entries; nil if they are not HTTP requests.
    init?(_ entries: [HAR.Entry], written texts: [Data], _ directory: URL) throws {
        guard let first = entries.first, let last = entries.last, first.isHTTP else { return nil }
        (self.entries, self.texts) = (entries, texts)
        shell = first.shell
        note = first.other["_note"]?.text ?? first.comment
        verdict = first.other["_verdict"]?.text
        let startedAt = shell?.exchange.startedAt ?? first.startedDateTime
        var attempts = first.attempt == nil && shell != nil ? [] : Self.attempts(entries, startedAt)
        var request = Exchange.SentRequest(first.request)
        if let shell {
            request = request.with(shell.exchange.request)
            if attempts.first?.hops.isEmpty == false { attempts[0].hops[0].request = request }
        }
        record = RecordedExchange(
            id: UUID(of: texts, number: 0),
            exchange: Exchange(
                request: request, startedAt: startedAt, attempts: attempts,
                duration: shell?.exchange.duration
                    ?? .microseconds(Int64((min(max(first.time, 0), 3e12) * 1000).rounded()))),
            origin: shell?.origin ?? RecordedExchange.Origin(), sentAt: shell?.sentAt ?? startedAt)
        record.origin.collection = nil
        record.head = ResponseHead(last.response)
        record.responseBody = try last.response.content.body.map { try BodyStore($0, in: directory) }
        record.requestBody = try first.request.body.map { try BodyStore($0, in: directory) }
        record.failure = shell.map(\.failure) ?? first.failure
        record.captures = shell?.captures ?? []
        record.assertions = shell?.assertions ?? []
        record.auxiliaryExchanges = shell?.auxiliaryExchanges ?? []
        record.variableNames = shell?.variableNames ?? []
    }

    mutating func takeID(_ number: Int) {
        var other = RecordedExchange(
            id: UUID(of: texts, number: number), exchange: record.exchange, origin: record.origin,
            sentAt: record.sentAt, head: record.head, responseBody: record.responseBody, failure: record.failure)
        other.captures = record.captures
        other.assertions = record.assertions
        other.auxiliaryExchanges = record.auxiliaryExchanges
        other.variableNames = record.variableNames
        other.requestBody = record.requestBody
        record = other
    }

    /// Adds the facts that masking does not know.
    func complete(_ kept: inout StoredExchange) {
        if let shell {
            kept.takeOver(shell)
        } else {
            let (request, response) = (entries[0].request, entries[0].response)
            if request.postData?.isTruncated == true { kept.requestBody?.isBeginning(of: request.bodySize) }
            if response.content.isTruncated { kept.responseBody?.isBeginning(of: response.content.size) }
        }
    }

    // MARK: Attempts

    private static func attempts(_ entries: [HAR.Entry], _ startedAt: Date) -> [Exchange.Attempt] {
        var groups: [[HAR.Entry]] = []
        for entry in entries {
            if let last = groups.last?.first, last.attempt == entry.attempt {
                groups[groups.count - 1].append(entry)
            } else {
                groups.append([entry])
            }
        }
        return groups.enumerated().compactMap { index, entries in
            guard let first = entries.first, let last = entries.last else { return nil }
            let hops = entries.map { Exchange.Hop($0, startedAt) }
            return Exchange.Attempt(
                number: first.attempt ?? index + 1, startedAfter: hops.first?.startedAfter ?? .zero,
                request: Exchange.SentRequest(first.request), hops: first.other["_unsent"] == true ? [] : hops,
                outcome: outcome(last), retry: last.retry)
        }
    }

    private static func outcome(_ entry: HAR.Entry) -> Exchange.Attempt.Outcome {
        if let failure = entry.response.failure {
            return failure.code == Exchange.Failure.cancelled.code ? .cancelled : .failure(failure)
        }
        if let head = ResponseHead(entry.response) { return .response(status: head.status) }
        return .failure(entry.missing)
    }
}

extension Exchange.Hop {
    fileprivate init(_ entry: HAR.Entry, _ startedAt: Date) {
        let after = entry.startedDateTime.timeIntervalSince(startedAt)
        self.init(
            startedAfter: entry.startedAfter ?? .nanoseconds(Int64(min(max(after, 0), 3e9) * 1e9)),
            request: Exchange.SentRequest(entry.request), response: ResponseHead(entry.response),
            connection: ConnectionFacts(entry), timings: Transfer.Timings(entry.timings),
            bodyBytesOnWire: entry.response.bodySize < 0 ? nil : Int64(entry.response.bodySize),
            bodyBytes: Int64(max(entry.response.content.size, 0)), trailers: entry.trailers)
        failure = entry.response.failure
    }
}

extension Exchange.SentRequest {
    /// Reads the request with all its fields, except the names that HTTP/2 begins with a colon.
    fileprivate init(_ request: HAR.Request) {
        let fields = request.headers.filter { $0.name.utf8.first != UInt8(ascii: ":") && !$0.name.isEmpty }
        self.init(
            method: HTTPMethod(rawValue: request.method), url: request.url,
            headers: HeaderFields(fields.map { HeaderField($0.name, $0.value) }),
            // Some browsers write 0 beside a body.
            bodyLength: request.bodySize < 0 ? nil : Int64(max(request.bodySize, request.body?.count ?? 0)), body: nil)
    }

    /// Returns the request with the whole URL where an entry leaves out the fragment.
    fileprivate func with(_ whole: Exchange.SentRequest) -> Exchange.SentRequest {
        let isSame = whole.url.split(at: "#")[0].hasSameBytes(as: url.split(at: "#")[0])
        return Exchange.SentRequest(
            method: method, url: isSame ? whole.url : url, headers: headers, bodyLength: whole.bodyLength, body: nil)
    }
}

extension HAR.Request {
    /// The body; nil without one. The parts of a form get the boundary that the field names where its data does not.
    fileprivate var body: Data? {
        guard var data = postData else { return nil }
        let field = headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
        if !data.mimeType.lowercased().contains("boundary=") {
            data.mimeType = field.lowercased().hasPrefix("multipart/") ? field : data.mimeType
        }
        return data.body.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension HAR.Entry {
    /// "chrome-extension:", "data:", "wss:" are something else.
    fileprivate var isHTTP: Bool {
        let url = request.url.lowercased()
        return url.beginsWithBytes(of: "http://") || url.beginsWithBytes(of: "https://")
    }

    fileprivate var trailers: HeaderFields {
        guard case .array(let fields)? = response.other["_trailers"] else { return [] }
        return HeaderFields(
            fields.compactMap { field in
                guard let members = field.members, let name = members["name"]?.text else { return nil }
                return HeaderField(name, members["value"]?.text ?? "")
            })
    }

    fileprivate var missing: Exchange.Failure {
        Exchange.Failure(stage: .receive, code: .other, message: "the archive has no response")
    }

    /// Why there is no response, if only the entry says so.
    fileprivate var failure: RecordedFailure? {
        if let failure = response.failure {
            return RecordedFailure(stage: RecordedFailure.Stage(failure.stage), message: failure.message)
        }
        guard ResponseHead(response) == nil else { return nil }
        return RecordedFailure(stage: RecordedFailure.Stage(missing.stage), message: missing.message)
    }
}

extension StoredBody {
    /// Marks the body as the beginning of a longer one, the hash of which is not known.
    fileprivate mutating func isBeginning(of whole: Int) {
        length = max(Int64(whole), keptLength)
        wholeHash = ""
    }
}

extension HAR.JSON {
    fileprivate var members: HAR.Members? { if case .object(let members) = self { members } else { nil } }
    fileprivate var texts: [String]? { if case .array(let values) = self { values.compactMap(\.text) } else { nil } }
}

extension UUID {
    /// Creates an id from the bytes of entries, however they are laid out.
    ///
    /// - Source: RFC 9562, section 5.8: version 8, bits of one's own.
    fileprivate init(of texts: [Data], number: Int) {
        let compact = texts.flatMap { $0.withUnsafeBytes { JSONText.compacted($0.bindMemory(to: UInt8.self)) } }
        let digest = BodyStore(compact + Array("\(number)".utf8)).sha256
        var bytes = digest?.bytes ?? Array(repeating: 0, count: 32)
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        self.init(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }
}

extension BodyStore {
    fileprivate convenience init(_ data: Data, in directory: URL) throws {
        self.init(directory: directory)
        try append(data)
        finish()
    }
}
