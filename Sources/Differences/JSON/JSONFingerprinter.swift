import BodyView
import Text

/// Reads JSON once and computes the fingerprint of each value; long ones get a record, so that they are not read again.
///
/// It trusts the scanner: the bytes have been found to be JSON. It keeps its own stack, so that depth only takes memory.
struct JSONFingerprinter {
    let bytes: UnsafeRawBufferPointer
    private let seed: UInt64
    var nameSeed: UInt64 { seed ^ 0x22 }
    private let readsNumbers: Bool
    /// The records of the containers with ``recordedLength`` bytes or more, in the order in which they begin.
    private(set) var records: [Record] = []
    private var keepsRecords = false
    private var open: [Open] = []
    /// The members of open objects.
    private var members: [Member] = []

    /// The length in bytes from which values get a record; shorter values are read again, which takes less than a record does.
    static let recordedLength = 256

    struct Record {
        var start: Int
        var end: Int
        var fingerprint: Fingerprint
        /// The index of the first record after this container.
        var next: Int
    }

    private struct Open {
        var start: Int
        var value: UInt64 = 0
        var spelling: UInt64
        /// The fingerprint of the name whose value is expected.
        var key = Fingerprint(value: 0, spelling: 0)
        var firstMember: Int
        /// A bit for each name, so that most objects need no search for equal names.
        var names: UInt64 = 0
        var mayRepeat = false
        var isObject: Bool
        var record = -1
    }

    private struct Member {
        var key: UInt64
        var value: UInt64
    }

    init(_ bytes: UnsafeRawBufferPointer, seed: UInt64, readsNumbers: Bool) {
        (self.bytes, self.seed, self.readsNumbers) = (bytes, seed, readsNumbers)
    }
}

extension JSONFingerprinter {
    /// Returns the first byte at or after a place that is not whitespace.
    @inline(__always)
    func start(from place: Int) -> Int { ByteSearch.endOfWhitespace(bytes, from: place, to: bytes.count) }

    /// Reads a value and keeps the records of its contents.
    mutating func record(at place: Int) -> (end: Int, fingerprint: Fingerprint) {
        keepsRecords = true
        defer { keepsRecords = false }
        return read(at: place)
    }

    /// Reads a value; returns its end and its fingerprint.
    mutating func read(at place: Int) -> (end: Int, fingerprint: Fingerprint) {
        var cursor = place
        let floor = open.count
        while true {
            var done: Fingerprint
            switch bytes[cursor] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard let empty = begin(&cursor) else { continue }
                done = empty
            case UInt8(ascii: "\""): done = readString(&cursor)
            default: done = readWord(&cursor)
            }
            while true {
                guard open.count > floor else { return (cursor, done) }
                add(done)
                cursor = start(from: cursor)
                if bytes[cursor] == UInt8(ascii: ",") {
                    cursor = start(from: cursor + 1)
                    if open[open.count - 1].isObject { readName(&cursor) }
                    break
                }
                cursor += 1
                done = close(before: cursor)
            }
        }
    }

    /// Begins a container; nil if it is not empty, and the cursor is at its contents.
    @inline(__always)
    private mutating func begin(_ cursor: inout Int) -> Fingerprint? {
        let isObject = bytes[cursor] == UInt8(ascii: "{")
        var container = Open(
            start: cursor, spelling: seed ^ (isObject ? 0x7B : 0x5B), firstMember: members.count, isObject: isObject)
        if keepsRecords {
            container.record = records.count
            records.append(Record(start: cursor, end: cursor, fingerprint: container.key, next: 0))
        }
        open.append(container)
        cursor = start(from: cursor + 1)
        guard bytes[cursor] != UInt8(ascii: "}"), bytes[cursor] != UInt8(ascii: "]") else {
            cursor += 1
            return close(before: cursor)
        }
        if isObject { readName(&cursor) }
        return nil
    }

    /// Reads the name of a member; the cursor moves to its value.
    @inline(__always)
    private mutating func readName(_ cursor: inout Int) {
        let key = readString(&cursor)
        let bit: UInt64 = 1 << (key.value & 63)
        let top = open.count - 1
        if open[top].names & bit != 0 { open[top].mayRepeat = true }
        open[top].names |= bit
        open[top].key = key
        cursor = start(from: start(from: cursor) + 1)
    }

    @inline(__always)
    private mutating func add(_ value: Fingerprint) {
        let top = open.count - 1
        if open[top].isObject {
            let key = open[top].key
            open[top].value &+= Mixing.mix(key.value, value.value)
            open[top].spelling = Mixing.mix(Mixing.mix(open[top].spelling, key.spelling), value.spelling)
            members.append(Member(key: key.value, value: value.value))
        } else {
            open[top].value = Mixing.mix(open[top].value, value.value)
            open[top].spelling = Mixing.mix(open[top].spelling, value.spelling)
        }
    }

    @inline(__always)
    private mutating func close(before end: Int) -> Fingerprint {
        let container = open.removeLast()
        var value = container.value
        if container.isObject {
            if container.mayRepeat { value &+= repetition(from: container.firstMember) }
            members.removeLast(members.count - container.firstMember)
        }
        let fingerprint = Fingerprint(
            value: Mixing.mix(value, seed ^ (container.isObject ? 0x7B : 0x5B)),
            spelling: Mixing.mix(container.spelling, 0x5D))
        if container.record >= 0 { keep(container, end, fingerprint) }
        return fingerprint
    }

    private mutating func keep(_ container: Open, _ end: Int, _ fingerprint: Fingerprint) {
        // A value too short for a record contains none with one, so its own record is the last.
        guard end - container.start >= Self.recordedLength else { return records.removeLast(1) }
        records[container.record].end = end
        records[container.record].fingerprint = fingerprint
        records[container.record].next = records.count
    }

    /// Returns the fingerprint of repeated names. Their order counts: readers use one of them.
    private func repetition(from first: Int) -> UInt64 {
        let places = members[first...].indices.sorted { (members[$0].key, $0) < (members[$1].key, $1) }
        var sum: UInt64 = 0
        var occurrence: UInt64 = 0
        for (one, other) in zip(places, places.dropFirst()) {
            occurrence = members[one].key == members[other].key ? occurrence + 1 : 0
            if occurrence > 0 {
                sum &+= Mixing.mix(members[other].key &+ occurrence, members[other].value)
            }
        }
        return sum
    }
}

// Scalars.
extension JSONFingerprinter {
    @inline(__always)
    mutating func readString(_ cursor: inout Int) -> Fingerprint {
        let start = cursor + 1
        var end = ByteSearch.endOfPlainString(bytes, from: start, to: bytes.count)
        if bytes[end] == UInt8(ascii: "\"") {
            cursor = end + 1
            let hash = Mixing.hash(bytes, start..<end, seed: seed ^ 0x22)
            return Fingerprint(value: hash, spelling: hash)
        }
        while bytes[end] != UInt8(ascii: "\"") {
            end = ByteSearch.endOfPlainString(bytes, from: end + 2, to: bytes.count)
        }
        cursor = end + 1
        return escapedString(start..<end)
    }

    private func escapedString(_ range: Range<Int>) -> Fingerprint {
        let spelling = Mixing.hash(bytes, range, seed: seed ^ 0x22)
        var text = JSONText.unescapedLeniently(UnsafeRawBufferPointer(rebasing: bytes[range]))
        // An unpaired surrogate reads as U+FFFD, whichever it is.
        guard !text.unicodeScalars.contains("\u{FFFD}") else { return Fingerprint(value: spelling, spelling: spelling) }
        let value = text.withUTF8 { Mixing.hash(UnsafeRawBufferPointer($0), 0..<$0.count, seed: seed ^ 0x22) }
        return Fingerprint(value: value, spelling: spelling)
    }

    @inline(__always)
    private func readWord(_ cursor: inout Int) -> Fingerprint {
        let start = cursor
        while cursor < bytes.count, JSONBytes.isWord(bytes[cursor]) { cursor += 1 }
        let spelling = Mixing.hash(bytes, start..<cursor, seed: seed ^ 0x30)
        guard readsNumbers, bytes[start] < UInt8(ascii: "A") else {
            return Fingerprint(value: spelling, spelling: spelling)
        }
        return Fingerprint(
            value: NumberFingerprint.hash(bytes, start..<cursor, seed: seed ^ 0x31), spelling: spelling)
    }
}

/// Kinds of bytes in JSON.
enum JSONBytes {
    /// Whether a byte is part of a literal or a number.
    @inline(__always)
    static func isWord(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "+")
    }
}
