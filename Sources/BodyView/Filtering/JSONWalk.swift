import Quoting

/// Steps over the values of JSON that may end anywhere, and can be told to stop.
struct JSONWalk {
    let bytes: UnsafeRawBufferPointer
    private let isCancelled: () -> Bool
    /// Values and pieces passed since it was asked last.
    private var passed = 0
    private static let spacing = 1 << 20

    enum Stop: Error {
        case cancelled
        /// The bytes end within a value.
        case end
    }

    /// - Parameter bytes: as far as they are known to be JSON.
    init(_ bytes: UnsafeRawBufferPointer, isCancelled: @escaping () -> Bool) {
        self.bytes = bytes
        self.isCancelled = isCancelled
    }

    /// The byte at a place.
    func byte(_ place: Int) throws(Stop) -> UInt8 {
        guard place < bytes.count else { throw .end }
        return bytes[place]
    }

    /// The first byte from a place on that is no blank, comma or colon; nil at the end.
    func start(from place: Int) -> Int? {
        var cursor = ByteSearch.endOfBlanks(bytes, from: min(place, bytes.count), to: bytes.count)
        while cursor < bytes.count, bytes[cursor] == UInt8(ascii: ",") || bytes[cursor] == UInt8(ascii: ":") {
            cursor = ByteSearch.endOfBlanks(bytes, from: cursor + 1, to: bytes.count)
        }
        return cursor < bytes.count ? cursor : nil
    }

    /// The same where something has to follow.
    func next(from place: Int) throws(Stop) -> Int {
        guard let start = start(from: place) else { throw .end }
        return start
    }

    /// What follows the value at a place.
    ///
    /// - Parameter known: where the value ends, if that is known.
    mutating func next(behind place: Int, _ known: Int?) throws(Stop) -> Int {
        if let known { return try next(from: known) }
        return try next(from: end(of: place))
    }

    /// Behind the value at a place.
    mutating func end(of place: Int) throws(Stop) -> Int {
        switch try byte(place) {
        case UInt8(ascii: "\""): return try endOfString(place)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return try endOfContainer(place)
        default: return bytes[place...].firstIndex { !JSONTokenReader.isWord($0) } ?? bytes.count
        }
    }

    /// Behind the value at a place in an object or array. A number at the end of the bytes may go on where they were cut off.
    mutating func endOfPart(_ place: Int) throws(Stop) -> Int {
        let end = try end(of: place)
        guard end < bytes.count || !JSONTokenReader.isWord(bytes[end - 1]) else { throw .end }
        return end
    }

    private mutating func endOfString(_ place: Int) throws(Stop) -> Int {
        var cursor = place + 1
        while true {
            // In pieces, so that a string of a gigabyte can be left.
            let bound = min(bytes.count, cursor + Self.spacing)
            cursor = ByteSearch.endOfPlainString(bytes, from: min(cursor, bytes.count), to: bound)
            guard cursor < bytes.count else { throw .end }
            if cursor >= bound {
                try ask()
            } else if bytes[cursor] == UInt8(ascii: "\"") {
                return cursor + 1
            } else {
                cursor += 2
            }
        }
    }

    private mutating func endOfContainer(_ place: Int) throws(Stop) -> Int {
        var cursor = place
        var depth = 0
        while cursor < bytes.count {
            switch bytes[cursor] {
            case UInt8(ascii: "\""):
                cursor = try endOfString(cursor)
                try notePassed()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return cursor + 1 }
            default: break
            }
            cursor += 1
            if cursor & 0x3FF == 0 { try notePassed() }
        }
        throw .end
    }

    @inline(__always)
    private mutating func notePassed() throws(Stop) {
        passed &+= 1
        if passed & 0x3FF == 0 { try ask() }
    }

    private func ask() throws(Stop) { if isCancelled() { throw .cancelled } }

    // MARK: - Containers

    /// The elements of the array at a place, in order, until the visitor has seen enough; behind the array, or nil if left early.
    ///
    /// - Parameter visit: gets index and place, and returns what is behind the element if it knows, or false for enough.
    mutating func elements(
        of place: Int, _ visit: (inout JSONWalk, _ index: Int, _ place: Int) throws(Stop) -> Visit
    ) throws(Stop) -> Int? {
        var cursor = try next(from: place + 1)
        var index = 0
        while try byte(cursor) != UInt8(ascii: "]") {
            try notePassed()
            switch try visit(&self, index, cursor) {
            case .enough: return nil
            case .next(let known): cursor = try next(behind: cursor, known)
            }
            index += 1
        }
        return cursor + 1
    }

    /// The members of the object at a place, equal names as often as they stand there; behind the object.
    mutating func members(
        of place: Int,
        _ visit: (inout JSONWalk, _ name: Range<Int>, _ place: Int) throws(Stop) -> Visit
    ) throws(Stop) -> Int? {
        var cursor = try next(from: place + 1)
        while try byte(cursor) != UInt8(ascii: "}") {
            guard try byte(cursor) == UInt8(ascii: "\"") else { throw .end }
            try notePassed()
            let nameEnd = try endOfString(cursor)
            let value = try next(from: nameEnd)
            switch try visit(&self, cursor..<nameEnd, value) {
            case .enough: return nil
            case .next(let known): cursor = try next(behind: value, known)
            }
        }
        return cursor + 1
    }

    enum Visit {
        case enough
        /// Goes on; behind the value, where that is known.
        case next(Int?)
    }

    /// The name whose bytes, quotes included, stand there.
    func name(_ range: Range<Int>) -> String {
        var reader = JSONTokenReader(UnsafeRawBufferPointer(rebasing: bytes[range]), isWhole: true)
        guard case .string(let text)? = reader.next() else { return "" }
        return text
    }

    func isName(_ range: Range<Int>, _ name: String) -> Bool {
        let inside = UnsafeRawBufferPointer(rebasing: bytes[(range.lowerBound + 1)..<(range.upperBound - 1)])
        return inside.contains(UInt8(ascii: "\\"))
            ? self.name(range).hasSameBytes(as: name) : inside.elementsEqual(name.utf8)
    }
}
