import BodyView

/// Functions for the likeness and the identity of array elements.
struct ElementLikeness {
    /// The members that identify elements most often; they are tried first.
    private static let identities: [String] = ["id", "_id", "uuid", "guid", "key", "code", "slug", "name"]
    /// The most members of an element that are compared.
    private static let maximumMembers = 64
    /// The most members of the first element that are tried as identities.
    private static let maximumCandidates = 16

    /// Returns fingerprints of the members of an object, or of the first elements of an array.
    static func features(of child: JSONChild, in side: inout JSONSide) -> [UInt64] {
        let byte = side.bytes[child.start]
        guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { return [] }
        var children = JSONChildren(of: child, in: side)
        var features: [UInt64] = []
        while features.count < maximumMembers, let next = children.next(in: &side) {
            features.append(Mixing.mix(next.key, next.fingerprint.value))
        }
        return features.sorted()
    }

    /// Returns the number of common features; 0 for values of different types. Containers of one type have at least something in common.
    static func score(_ one: [UInt64], _ other: [UInt64], types: (UInt8, UInt8)) -> Int {
        guard kind(types.0) == kind(types.1) else { return 0 }
        var (i, j, common) = (0, 0, 0)
        while i < one.count, j < other.count {
            if one[i] == other[j] {
                (i, j, common) = (i + 1, j + 1, common + 1)
            } else if one[i] < other[j] {
                i += 1
            } else {
                j += 1
            }
        }
        return 1 + common * 64 / max(one.count, other.count, 1)
    }

    /// Returns the type of the value that begins with this byte.
    @inline(__always)
    static func kind(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "n"): byte
        case UInt8(ascii: "t"), UInt8(ascii: "f"): UInt8(ascii: "t")
        default: UInt8(ascii: "0")
        }
    }
}

extension ElementLikeness {
    /// Returns, for each element, a fingerprint of the member that identifies the elements of both arrays; the element's own if it lacks that.
    static func identity(
        _ old: [JSONChild], _ new: [JSONChild], _ oldSide: inout JSONSide, _ newSide: inout JSONSide
    ) -> (old: [UInt64], new: [UInt64])? {
        guard let example = old.first(where: { oldSide.bytes[$0.start] == UInt8(ascii: "{") }) else { return nil }
        for name in candidates(in: example, of: &oldSide) {
            let (one, other) = (values(of: name, old, &oldSide), values(of: name, new, &newSide))
            let (oldSet, newSet) = (Set(one.compactMap { $0 }), Set(other.compactMap { $0 }))
            // The member identifies nearly all elements, and both sides have some value in common.
            guard oldSet.count * 10 >= old.count * 9, newSet.count * 10 >= new.count * 9,
                !oldSet.isDisjoint(with: newSet)
            else { continue }
            return (
                zip(one, old).map { $0 ?? $1.fingerprint.value }, zip(other, new).map { $0 ?? $1.fingerprint.value }
            )
        }
        return nil
    }

    private static func candidates(in example: JSONChild, of side: inout JSONSide) -> [UInt64] {
        var children = JSONChildren(of: example, in: side)
        var names: [UInt64] = []
        while names.count < maximumCandidates, let child = children.next(in: &side) {
            let kind = kind(side.bytes[child.start])
            if kind == UInt8(ascii: "\"") || kind == UInt8(ascii: "0") { names.append(child.key) }
        }
        let known = identities.map { side.fingerprinter.hash(ofName: $0) }
        return known.filter(names.contains) + names.filter { !known.contains($0) }
    }

    private static func values(of name: UInt64, _ all: [JSONChild], _ side: inout JSONSide) -> [UInt64?] {
        all.map { member(name, of: $0, in: &side)?.fingerprint.value }
    }

    /// Returns an object's member with this name; of equal names the last.
    static func member(_ name: UInt64, of child: JSONChild, in side: inout JSONSide) -> JSONChild? {
        guard side.bytes[child.start] == UInt8(ascii: "{") else { return nil }
        var children = JSONChildren(of: child, in: side)
        var found: JSONChild?
        while let next = children.next(in: &side) { if next.key == name { found = next } }
        return found
    }
}

extension JSONFingerprinter {
    /// Returns the hash of a member's name, its escapes undone.
    func hash(ofName name: String) -> UInt64 {
        var name = name
        return name.withUTF8 { Mixing.hash(UnsafeRawBufferPointer($0), 0..<$0.count, seed: nameSeed) }
    }
}
