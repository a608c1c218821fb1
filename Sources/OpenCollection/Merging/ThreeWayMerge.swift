/// A value that two people may change at once, and whose fields are merged one by one.
public protocol Mergeable: Sendable {
    /// Merges the values of both sides, as an edit of theirs: rows have the origins of theirs.
    static func merged(_ versions: Versions<Self>, _ merging: inout FieldMerging) -> Self
}

/// A merge of my changes and theirs in one value, field by field.
///
/// Where only one side changed a field, its word counts. Where both did, in different ways, the field is a conflict: mine counts until
/// the user says otherwise. Rows of tables are fields of their own, known by their names and, among rows of one name, by their order, so
/// that two people who change different headers do not meet. What a file holds beyond the value (comments, unknown keys) is
/// theirs: the merged value is saved as an edit of their text.
public struct ThreeWayMerge<Value: Mergeable>: Sendable {
    public let versions: Versions<Value>
    public private(set) var value: Value
    /// The conflicts in the order of the file, whatever was chosen.
    public private(set) var conflicts: [MergeConflict]
    private var choices: [MergeConflict.ID: MergeSide] = [:]
    private let areOriginsShared: Bool

    /// - Parameter areOriginsShared: whether rows of `base` and `mine` come from one text, so that their origins tie them; else they are
    ///   known by their names.
    public init(base: Value, mine: Value, theirs: Value, areOriginsShared: Bool = true) {
        versions = Versions(base: base, mine: mine, theirs: theirs)
        self.areOriginsShared = areOriginsShared
        var merging = FieldMerging(choices: [:], areOriginsShared: areOriginsShared)
        value = Value.merged(versions, &merging)
        conflicts = merging.conflicts
    }

    /// Whether every conflict has been decided; true without any.
    public var isResolved: Bool { conflicts.allSatisfy { $0.choice != nil } }

    /// Decides a conflict, or decides it again; one that is not there is ignored.
    public mutating func resolve(_ conflict: MergeConflict.ID, as side: MergeSide) {
        choices[conflict] = side
        var merging = FieldMerging(choices: choices, areOriginsShared: areOriginsShared)
        value = Value.merged(versions, &merging)
        conflicts = merging.conflicts
    }
}

extension ThreeWayMerge: Equatable where Value: Equatable {}
extension ThreeWayMerge: Hashable where Value: Hashable {}
