import BodyView
import Quoting
import Text

/// The shape of a JSON body: the members of objects, and the types of values. All elements of an array are one node.
///
/// Built from the old body: the members that all its objects have are expected in the new ones.
struct ComparedShape {
    /// A value, or all elements of an array as one.
    struct Node {
        /// The place of the first value of each type.
        var places: [UInt8: Range<Int>] = [:]
        /// The members of all objects, in order of appearance.
        var members: [Member] = []
        var numbers: [ExactText: Int] = [:]
        var objectCount = 0
        /// The node of the elements; nil if there are none.
        var element: Int?
    }

    struct Member {
        var name: String
        /// The place where the name occurs first.
        var namePlace: Int
        var node: Int
        /// The number of objects that have it.
        var count = 0
    }

    /// The deepest nesting that is compared.
    static let maximumDepth = 256

    private(set) var nodes: [Node] = [Node()]

    init(of side: inout JSONSide) { add(side.root, to: 0, &side, depth: 0) }

    private mutating func add(_ value: JSONChild, to node: Int, _ side: inout JSONSide, depth: Int) {
        let kind = value.kind(in: side)
        if nodes[node].places[kind] == nil { nodes[node].places[kind] = value.place }
        guard depth < Self.maximumDepth else { return }
        if kind == UInt8(ascii: "[") { addElements(of: value, to: node, &side, depth) }
        if kind == UInt8(ascii: "{") { addMembers(of: value, to: node, &side, depth) }
    }

    private mutating func addElements(of list: JSONChild, to node: Int, _ side: inout JSONSide, _ depth: Int) {
        var children = JSONChildren(of: list, in: side)
        while let child = children.next(in: &side) {
            let element = nodes[node].element ?? newNode()
            nodes[node].element = element
            add(child, to: element, &side, depth: depth + 1)
        }
    }

    private mutating func addMembers(of object: JSONChild, to node: Int, _ side: inout JSONSide, _ depth: Int) {
        nodes[node].objectCount += 1
        var seen: Set<ExactText> = []
        var children = JSONChildren(of: object, in: side)
        while let child = children.next(in: &side) {
            let name = side.name(at: child.name)
            let number = nodes[node].numbers[ExactText(name)] ?? newMember(name, child.name, of: node)
            if seen.insert(ExactText(name)).inserted { nodes[node].members[number].count += 1 }
            add(child, to: nodes[node].members[number].node, &side, depth: depth + 1)
        }
    }

    private mutating func newNode() -> Int {
        nodes.append(Node())
        return nodes.count - 1
    }

    private mutating func newMember(_ name: String, _ place: Int, of node: Int) -> Int {
        let number = nodes[node].members.count
        nodes[node].members.append(Member(name: name, namePlace: place, node: newNode()))
        nodes[node].numbers[ExactText(name)] = number
        return number
    }
}

extension ComparedShape.Node {
    /// Whether only null occurred, so that any type may follow.
    var isOpen: Bool { places.keys.allSatisfy { $0 == UInt8(ascii: "n") } }
}

extension JSONChild {
    /// Returns the byte that represents its type.
    func kind(in side: JSONSide) -> UInt8 {
        record == JSONChild.sequence ? UInt8(ascii: "[") : ElementLikeness.kind(side.bytes[start])
    }
}

extension JSONSide {
    /// Returns the member's name that begins at a place.
    fileprivate func name(at place: Int) -> String {
        var cursor = place
        var reader = fingerprinter
        _ = reader.readString(&cursor)
        return JSONText.unescapedLeniently(UnsafeRawBufferPointer(rebasing: bytes[(place + 1)..<(cursor - 1)]))
    }

    mutating func members(of object: JSONChild) -> [(name: String, child: JSONChild)] {
        var members: [(String, JSONChild)] = []
        var children = JSONChildren(of: object, in: self)
        while let child = children.next(in: &self) { members.append((name(at: child.name), child)) }
        return members
    }
}

/// Walks through the new body, and reports what does not fit the shape of the old one, each difference where it occurs first.
struct JSONShapeComparing {
    private let shape: ComparedShape
    private var new: JSONSide
    private var comparing: JSONComparing
    /// The differences that were reported for nodes: a type or a member that was added, a member that was removed.
    private var reported: Set<ReportedChange> = []

    private struct ReportedChange: Hashable {
        var node: Int
        var kind: UInt8
        var name: String
    }

    init(_ comparing: JSONComparing) {
        self.comparing = comparing
        var old = comparing.old
        shape = ComparedShape(of: &old)
        new = comparing.new
    }

    /// Compares the bodies; nil if cancelled.
    mutating func run() -> JSONDifferences? {
        guard compare(new.root, with: 0, at: PathTree.root, depth: 0) else { return nil }
        return comparing.result
    }

    /// Compares a value with its node; false if cancelled.
    private mutating func compare(_ value: JSONChild, with number: Int, at parent: Int, depth: Int) -> Bool {
        let node = shape.nodes[number]
        let kind = value.kind(in: new)
        guard !node.isOpen, depth <= ComparedShape.maximumDepth else { return true }
        guard node.places[kind] != nil else {
            let old = node.places.min { $0.value.lowerBound < $1.value.lowerBound }?.value
            if let old, isFirst(number, kind) { comparing.addOfShape(.typeChanged, old, value, at: parent) }
            return true
        }
        switch kind {
        case UInt8(ascii: "{"): return compareMembers(of: value, number, at: parent, depth: depth)
        case UInt8(ascii: "["): return compareElements(of: value, number, at: parent, depth: depth)
        default: return true
        }
    }

    private mutating func compareElements(of list: JSONChild, _ number: Int, at parent: Int, depth: Int) -> Bool {
        guard let element = shape.nodes[number].element else { return true }
        var children = JSONChildren(of: list, in: new)
        var index = 0
        while let child = children.next(in: &new) {
            guard !comparing.isCancelled() else { return false }
            let mark = comparing.result.paths.count
            let step = comparing.result.paths.append(PathTree.Step(parent: parent, old: 0, new: index, occurrence: -1))
            let before = comparing.result.entries.count
            guard compare(child, with: element, at: step, depth: depth + 1) else { return false }
            // Paths without a report are not kept: a list may be long.
            if comparing.result.entries.count == before { comparing.result.paths.removeAll(from: mark) }
            index += 1
        }
        return true
    }

    private mutating func compareMembers(of object: JSONChild, _ number: Int, at parent: Int, depth: Int) -> Bool {
        let node = shape.nodes[number]
        let members = new.members(of: object)
        let names = Set(members.map { ExactText($0.name) })
        for member in node.members where member.count == node.objectCount && !names.contains(ExactText(member.name)) {
            let place = shape.nodes[member.node].places.values.min { $0.lowerBound < $1.lowerBound }
            guard let place, isFirst(number, 0, member.name) else { continue }
            let step = PathTree.Step(parent: parent, old: member.namePlace, new: -1, occurrence: 0)
            comparing.addOfShape(.removed, place, nil, at: comparing.result.paths.append(step))
        }
        for (name, child) in members {
            guard let own = node.numbers[ExactText(name)].map({ node.members[$0] }) else {
                guard isFirst(number, 1, name) else { continue }
                let step = PathTree.Step(parent: parent, old: -1, new: child.name, occurrence: 0)
                comparing.addOfShape(.added, nil, child, at: comparing.result.paths.append(step))
                continue
            }
            let step = PathTree.Step(parent: parent, old: own.namePlace, new: child.name, occurrence: 0)
            let next = comparing.result.paths.append(step)
            guard compare(child, with: own.node, at: next, depth: depth + 1) else { return false }
        }
        return true
    }

    private mutating func isFirst(_ node: Int, _ kind: UInt8, _ name: String = "") -> Bool {
        reported.insert(ReportedChange(node: node, kind: kind, name: name)).inserted
    }
}
