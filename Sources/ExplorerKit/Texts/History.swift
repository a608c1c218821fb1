import Quoting

/// A value with the values it had before: undo and redo.
public struct History<Value: Sendable & Hashable>: Sendable, Hashable {
    public private(set) var current: Value
    private var past: [Value] = []
    private var future: [Value] = []
    /// Value when the running group began; its changes are undone together.
    private var groupStart: Value?

    public init(_ value: Value) { current = value }

    public var canUndo: Bool { !past.isEmpty || groupStart.map { $0 != current } == true }
    public var canRedo: Bool { !future.isEmpty }

    /// Changes the value; outside a group, each change that makes a difference is a step of its own.
    public mutating func change(_ edit: (inout Value) -> Void) {
        let before = current
        edit(&current)
        guard differ(before, current) else { return }
        future = []
        if groupStart == nil { past.append(before) }
    }

    /// Changes all values alike, which is no step of its own.
    public mutating func changeAll(_ edit: (inout Value) -> Void) {
        edit(&current)
        for index in past.indices { edit(&past[index]) }
        for index in future.indices { edit(&future[index]) }
        if var start = groupStart {
            edit(&start)
            groupStart = start
        }
    }

    /// Begins a group: until it ends, changes make one step together.
    public mutating func beginGroup() {
        endGroup()
        groupStart = current
    }

    public mutating func endGroup() {
        guard let start = groupStart else { return }
        groupStart = nil
        if start != current { past.append(start) }
    }

    public mutating func undo() {
        endGroup()
        guard let previous = past.popLast() else { return }
        future.append(current)
        current = previous
    }

    public mutating func redo() {
        endGroup()
        guard let next = future.popLast() else { return }
        past.append(current)
        current = next
    }
}
