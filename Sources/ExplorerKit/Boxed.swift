/// A large value in a place of its own: what holds it is copied with a reference, and it itself only when one of several holders
/// changes it.
///
/// A session is some nine kilobytes with hundreds of references in them, and is asked for two hundred times between a key and its frame.
@propertyWrapper
public struct Boxed<Value: Sendable>: Sendable {
    private final class Box: @unchecked Sendable {
        // @unchecked: whoever changes the value is its only holder.
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    private var box: Box

    public init(wrappedValue: Value) { box = Box(wrappedValue) }

    public var wrappedValue: Value {
        _read { yield box.value }
        // In place: what a stream brought is not copied with each of its events.
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
            yield &box.value
        }
    }
}
