import Quoting

/// A walk over the values of JSON that may end anywhere, and can be cancelled.
struct JSONWalk {
    let bytes: UnsafeRawBufferPointer
    private let isCancelled: () -> Bool
    /// The number of values and pieces passed since the last check for cancellation.
    private var passed = 0
    private static let spacing = 1 << 20

    enum Stop: Error {
        case cancelled
        /// The bytes end within a value.
        case end
    }

    /// - Parameter bytes: The bytes as far as they are known to be JSON.
    init(_ bytes: UnsafeRawBufferPointer, isCancelled: @escaping () -> Bool) {
        self.bytes = bytes
        self.isCancelled = isCancelled
    }

    /// Returns the byte at a place.
    func byte(_ place: Int) throws(Stop) -> UInt8 {
        guard place < bytes.count else { throw .end }
        return bytes[place]
    }

    /// Returns the first byte from a place on that is not whitespace, a comma or a colon; nil at the end.
    func start(from place: Int) -> Int? {
        var cursor = ByteSearch.endOfWhitespace(bytes, from: min(place, bytes.count), to: bytes.count)
        while cursor < bytes.count, bytes[cursor] == UInt8(ascii: ",") || bytes[cursor] == UInt8(ascii: ":") {
            cursor = ByteSearch.endOfWhitespace(bytes, from: cursor + 1, to: bytes.count)
        }
        return cursor < bytes.count ? cursor : nil
    }

    /// Returns the same if something has to follow; throws if nothing does.
    func next(from place: Int) throws(Stop) -> Int {
        guard let start = start(from: place) else { throw .end }
        return start
    }

    /// Returns the place of what follows the value at a place.
    ///
    /// - Parameter known: The end of the value, if it is known.
    mutating func next(behind place: Int, _ known: Int?) throws(Stop) -> Int {
        if let known { return try next(from: known) }
        return try next(from: end(of: place))
    }

    /// Returns the end of the value at a place.
    mutating func end(of place: Int) throws(Stop) -> Int {
        switch try byte(place) {
        case UInt8(ascii: "\""): return try endOfString(place)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return try endOfContainer(place)
        default: return bytes[place...].firstIndex { !JSONTokenReader.isWord($0) } ?? bytes.count
        }
    }

    /// Returns the end of the value at a place in an object or array. A number at the end of the bytes may be cut off there.
    mutating func endOfPart(_ place: Int) throws(Stop) -> Int {
        let end = try end(of: place)
        guard end < bytes.count || !JSONTokenReader.isWord(bytes[end - 1]) else { throw .end }
        return end
    }

    private mutating func endOfString(_ place: Int) throws(Stop) -> Int {
        var cursor = place + 1
        while true {
            // The string is read in pieces, so that one of a gigabyte can be cancelled.
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

    /// Visits the elements of the array at a place, in order, until the visitor stops; returns the end of the array, or nil if it stopped early.
    ///
    /// - Parameter visit: Receives index and place, and returns the end of the element if it knows it, or stops the walk.
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

    /// Visits the members of the object at a place, including those with equal names; returns the end of the object, or nil if the visitor stopped.
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
        /// Continue; with the end of the value if it is known.
        case next(Int?)
    }

    /// Returns the name whose bytes, quotes included, are in a range.
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
