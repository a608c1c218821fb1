/// A large value in a place of its own: what holds it is copied with a reference, and it itself only when one of several holders
/// changes it.
///
/// A session is some nine kilobytes with hundreds of references in them, and is asked for two hundred times between a key and its frame. For the
/// same reason it is inlinable: code that is generic in another module is slower than the copies that it saves.
@propertyWrapper
public struct Boxed<Value: Sendable>: Sendable {
    @usableFromInline
    final class Box: @unchecked Sendable {
        // @unchecked: whoever changes the value is its only holder.
        @usableFromInline var value: Value

        @inlinable
        init(_ value: Value) { self.value = value }
    }

    @usableFromInline var box: Box

    @inlinable
    public init(wrappedValue: Value) { box = Box(wrappedValue) }

    @inlinable public var wrappedValue: Value {
        _read { yield box.value }
        // In place: what a stream brought is not copied with each of its events.
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
            yield &box.value
        }
    }
}
