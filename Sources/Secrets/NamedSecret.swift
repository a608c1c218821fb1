/// A value that must be masked wherever it occurs in what is shown or kept, with its name for people.
public struct NamedSecret: Sendable, Hashable {
    /// The variable's name, or what it is: "password", "token".
    public var name: String
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Compares bytes, since each spelling has to be found where it is.
    public static func == (left: NamedSecret, right: NamedSecret) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8) && left.value.utf8.elementsEqual(right.value.utf8)
    }
}

extension NamedSecret: CustomStringConvertible, CustomReflectable {
    /// The name alone.
    public var description: String { name }
    /// The mirror, which leaves out the value.
    public var customMirror: Mirror { Mirror(self, children: ["name": name], displayStyle: .struct) }
}
