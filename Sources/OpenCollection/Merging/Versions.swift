import Quoting

/// A value as it was before two people changed it, and as each of them left it.
@dynamicMemberLookup
public struct Versions<Value> {
    public var base: Value
    public var mine: Value
    public var theirs: Value

    public init(base: Value, mine: Value, theirs: Value) {
        self.base = base
        self.mine = mine
        self.theirs = theirs
    }

    /// A member of all three.
    public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Versions<Member> {
        map { $0[keyPath: path] }
    }

    func map<Other>(_ transform: (Value) -> Other) -> Versions<Other> {
        Versions<Other>(base: transform(base), mine: transform(mine), theirs: transform(theirs))
    }

    /// The three without their optionality; nil where one of them is.
    func unwrapped<Wrapped>() -> Versions<Wrapped>? where Value == Wrapped? {
        guard let base, let mine, let theirs else { return nil }
        return Versions<Wrapped>(base: base, mine: mine, theirs: theirs)
    }
}

extension Versions where Value: Equatable {
    /// The value that needs no choice, since both are the same or only one of them is new; nil if both are.
    var agreed: Value? {
        agreedSide.map { $0 == .mine ? mine : theirs }
    }

    /// The side that counts without a choice; nil if both are new. A change of bytes alone is one.
    var agreedSide: MergeSide? {
        if !differ(mine, base) || !differ(mine, theirs) { return .theirs }
        return differ(theirs, base) ? nil : .mine
    }
}

extension Versions: Sendable where Value: Sendable {}
extension Versions: Equatable where Value: Equatable {}
extension Versions: Hashable where Value: Hashable {}
