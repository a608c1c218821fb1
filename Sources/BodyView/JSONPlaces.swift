public import BodyStore
import Quoting

/// Finds values in a JSON body by their places, so that only the requested ones are built.
///
/// A place is the offset of a value's first byte. It trusts the scanner: the whole body has been found to be JSON, so the bytes after
/// a value's place are known to be valid.
public struct JSONPlaces {
    private let bytes: UnsafeRawBufferPointer
    /// The place of the body's value.
    public let root: Int

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        root = ByteSearch.endOfWhitespace(bytes, from: start, to: bytes.count)
    }

    public enum Kind: Sendable, Hashable { case object, list, string, number, bool, null }

    public func kind(at place: Int) -> Kind {
        switch bytes[place] {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .list
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }

    /// Returns the number of bytes of the value as written, quotes and brackets included.
    public func length(at place: Int) -> Int { end(of: place) - place }

    /// Returns the value itself; nil if it is an object or a list.
    public func scalar(at place: Int) -> JSONToken? {
        var reader = JSONTokenReader(UnsafeRawBufferPointer(rebasing: bytes[place..<end(of: place)]), isWhole: true)
        switch reader.next() {
        case .beginObject, .beginArray: return nil
        case let token: return token
        }
    }

    /// Visits the elements of a list, in order, until the visitor returns false; none if the value is not a list.
    public func forEachElement(of place: Int, _ visit: (Int) throws -> Bool) rethrows {
        guard kind(at: place) == .list else { return }
        var cursor = next(after: place + 1)
        while bytes[cursor] != UInt8(ascii: "]") {
            guard try visit(cursor) else { return }
            cursor = next(after: end(of: cursor))
        }
    }

    /// Visits the members of an object, in order, including those with equal names; none if the value is not an object.
    public func forEachMember(of place: Int, _ visit: (_ name: MemberName, _ value: Int) throws -> Void) rethrows {
        guard kind(at: place) == .object else { return }
        var cursor = next(after: place + 1)
        while bytes[cursor] != UInt8(ascii: "}") {
            let nameEnd = end(of: cursor)
            let name = MemberName(bytes: UnsafeRawBufferPointer(rebasing: bytes[cursor..<nameEnd]))
            let value = next(after: nameEnd)
            try visit(name, value)
            cursor = next(after: end(of: value))
        }
    }

    /// The name of a member, which is read only if needed.
    public struct MemberName {
        /// The bytes, quotes included.
        fileprivate let bytes: UnsafeRawBufferPointer

        /// The name, its escapes undone.
        public var text: String {
            var reader = JSONTokenReader(bytes, isWhole: true)
            guard case .string(let text)? = reader.next() else { return "" }
            return text
        }

        public func isEqual(to name: String) -> Bool {
            let inside = UnsafeRawBufferPointer(rebasing: bytes[1..<(bytes.count - 1)])
            return inside.contains(UInt8(ascii: "\\")) ? text.hasSameBytes(as: name) : inside.elementsEqual(name.utf8)
        }
    }

    /// Returns the value of an object's member; of equal names the last. nil if there is none.
    public func member(_ name: String, of place: Int) -> Int? {
        var found: Int?
        forEachMember(of: place) { if $0.isEqual(to: name) { found = $1 } }
        return found
    }

    /// Whether a member of the same name follows a value, or an object or list around it: then a path means that one.
    ///
    /// - Parameter steps: The path to the value, from the root.
    func isHidden(_ place: Int, at steps: [BodyPath.Step]) -> Bool {
        var cursor = end(of: place)
        for (depth, step) in steps.enumerated().reversed() {
            // Elements of a list have no names.
            guard steps[...depth].contains(where: \.isMember) else { return false }
            cursor = next(after: cursor)
            while bytes[cursor] != UInt8(ascii: "}"), bytes[cursor] != UInt8(ascii: "]") {
                if case .member(let name) = step {
                    let nameEnd = end(of: cursor)
                    let found = MemberName(bytes: UnsafeRawBufferPointer(rebasing: bytes[cursor..<nameEnd]))
                    if found.isEqual(to: name) { return true }
                    cursor = next(after: nameEnd)
                }
                cursor = next(after: end(of: cursor))
            }
            cursor += 1
        }
        return false
    }

    /// Returns an element of a list, the first is 0; nil if there is none.
    public func element(_ index: Int, of place: Int) -> Int? {
        var found: Int?
        var position = 0
        forEachElement(of: place) { element in
            if position == index { found = element }
            position += 1
            return found == nil
        }
        return found
    }

    /// Returns the number of elements of a list.
    public func count(of place: Int) -> Int {
        var count = 0
        forEachElement(of: place) { _ in
            count += 1
            return true
        }
        return count
    }
}

extension JSONPlaces {
    /// Returns the next byte that is not whitespace, a comma or a colon.
    private func next(after offset: Int) -> Int {
        var cursor = ByteSearch.endOfWhitespace(bytes, from: offset, to: bytes.count)
        while bytes[cursor] == UInt8(ascii: ",") || bytes[cursor] == UInt8(ascii: ":") {
            cursor = ByteSearch.endOfWhitespace(bytes, from: cursor + 1, to: bytes.count)
        }
        return cursor
    }

    private func end(of place: Int) -> Int {
        switch bytes[place] {
        case UInt8(ascii: "\""): endOfString(place)
        case UInt8(ascii: "{"), UInt8(ascii: "["): endOfContainer(place)
        default: bytes[place...].firstIndex { !JSONTokenReader.isWord($0) } ?? bytes.count
        }
    }

    private func endOfString(_ place: Int) -> Int {
        var cursor = place + 1
        while true {
            cursor = ByteSearch.endOfPlainString(bytes, from: cursor, to: bytes.count)
            if bytes[cursor] == UInt8(ascii: "\"") { return cursor + 1 }
            cursor += 2
        }
    }

    private func endOfContainer(_ place: Int) -> Int {
        var cursor = place
        var depth = 0
        repeat {
            switch bytes[cursor] {
            case UInt8(ascii: "\""):
                cursor = endOfString(cursor)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            cursor += 1
        } while depth > 0
        return cursor
    }
}

extension BodyPath.Step {
    fileprivate var isMember: Bool { if case .member = self { true } else { false } }
}

extension BodyStore {
    /// Lends the places of the body's values; nil if the body is not JSON from its start to its end, or not finished.
    public func withJSONPlaces<Result>(_ body: (JSONPlaces?) throws -> Result) rethrows -> Result {
        var index = BodyIndex(kind: .json)
        index.extend(over: self)
        let isWhole = index.isComplete && index.fault == nil
        return try withBytes(in: 0..<index.scannedBytes) { bytes in
            // If the system returns fewer bytes than were read, nothing is trusted.
            try body(isWhole && bytes.count == index.scannedBytes ? JSONPlaces(bytes) : nil)
        }
    }
}
