import BodyView

/// One of the two bodies, read once.
struct JSONSide {
    let bytes: UnsafeRawBufferPointer
    var fingerprinter: JSONFingerprinter
    let root: JSONChild

    /// - Parameter isSequence: Whether the body consists of several values (JSON lines): they are compared as the elements of one array.
    init(_ bytes: UnsafeRawBufferPointer, isSequence: Bool, options: JSONComparisonOptions) {
        self.bytes = bytes
        var reader = JSONFingerprinter(bytes, seed: options.seed, readsNumbers: options.comparesNumbersByValue)
        let start = reader.start(from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        root = isSequence ? Self.sequence(start, &reader) : Self.value(start, &reader)
        fingerprinter = reader
    }

    private static func value(_ start: Int, _ reader: inout JSONFingerprinter) -> JSONChild {
        let (end, fingerprint) = reader.record(at: start)
        return JSONChild(
            start: start, end: end, fingerprint: fingerprint, record: reader.records.first?.start == start ? 0 : -1)
    }

    private static func sequence(_ start: Int, _ reader: inout JSONFingerprinter) -> JSONChild {
        var whole = Fingerprint(value: 0, spelling: 0)
        var cursor = start
        while cursor < reader.bytes.count {
            let (end, fingerprint) = reader.record(at: cursor)
            whole.value = Mixing.mix(whole.value, fingerprint.value)
            whole.spelling = Mixing.mix(whole.spelling, fingerprint.spelling)
            cursor = reader.start(from: end)
        }
        return JSONChild(start: start, end: reader.bytes.count, fingerprint: whole, record: JSONChild.sequence)
    }
}

/// A value within an array or an object, or the whole body.
struct JSONChild {
    /// The value of ``record`` for the values of JSON lines.
    static let sequence = -2

    var start: Int
    var end: Int
    var fingerprint: Fingerprint
    /// The index of its record; -1 if it has none.
    var record: Int
    /// The start of its name; -1 if it has none.
    var name = -1
    /// The fingerprint of its name.
    var key: UInt64 = 0
    /// The number among equal names; -1 for an element.
    var occurrence = -1

    var place: Range<Int> { start..<end }
}

/// An iterator over the children of an array or an object.
struct JSONChildren {
    private let end: Int
    private let isObject: Bool
    private let isSequence: Bool
    private var cursor: Int
    private var record: Int
    private var isFirst = true

    init(of container: JSONChild, in side: JSONSide) {
        isSequence = container.record == JSONChild.sequence
        isObject = !isSequence && side.bytes[container.start] == UInt8(ascii: "{")
        end = isSequence ? container.end : container.end - 1
        cursor = isSequence ? container.start : container.start + 1
        record = isSequence ? 0 : container.record >= 0 ? container.record + 1 : -1
    }

    mutating func next(in side: inout JSONSide) -> JSONChild? {
        cursor = side.fingerprinter.start(from: cursor)
        if !isFirst, !isSequence, cursor < end { cursor = side.fingerprinter.start(from: cursor + 1) }
        guard cursor < end else { return nil }
        isFirst = false
        guard isObject else { return value(in: &side) }
        let name = cursor
        let key = side.fingerprinter.readString(&cursor)
        cursor = side.fingerprinter.start(from: side.fingerprinter.start(from: cursor) + 1)
        var child = value(in: &side)
        (child.name, child.key, child.occurrence) = (name, key.value, 0)
        return child
    }

    private mutating func value(in side: inout JSONSide) -> JSONChild {
        let start = cursor
        if record >= 0, record < side.fingerprinter.records.count, side.fingerprinter.records[record].start == start {
            let own = side.fingerprinter.records[record]
            defer { (cursor, record) = (own.end, own.next) }
            return JSONChild(start: start, end: own.end, fingerprint: own.fingerprint, record: record)
        }
        let (end, fingerprint) = side.fingerprinter.read(at: start)
        cursor = end
        return JSONChild(start: start, end: end, fingerprint: fingerprint, record: -1)
    }
}
