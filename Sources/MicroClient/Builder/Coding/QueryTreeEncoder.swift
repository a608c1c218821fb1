import Foundation

/// Encodes a value into a ``QueryTree``.
final class QueryTreeEncoder: Encoder {
    let strategies: URLQueryEncoder
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    let tree: QueryTree

    init(strategies: URLQueryEncoder, codingPath: [any CodingKey] = [], tree: QueryTree = QueryTree()) {
        self.strategies = strategies
        self.codingPath = codingPath
        self.tree = tree
    }

    /// Returns a separate tree for a value.
    func tree(of value: some Encodable) throws -> QueryTree {
        if let number = value as? Decimal { return QueryTree(.literal(number.description)) }
        if let plain = try plainText(of: value) { return QueryTree(.text(plain)) }
        let encoder = QueryTreeEncoder(strategies: strategies, codingPath: codingPath)
        try value.encode(to: encoder)
        if value is any Unordered, encoder.tree.kind == .keyed { encoder.tree.sort() }
        return encoder.tree
    }

    private func plainText(of value: some Encodable) throws -> String? {
        switch value {
        case let date as Date: try strategies.text(of: date)
        case let data as Data: try strategies.text(of: data)
        case let url as URL: url.absoluteString
        default: nil
        }
    }

    func child(_ key: any CodingKey, _ tree: QueryTree = QueryTree()) -> QueryTreeEncoder {
        QueryTreeEncoder(strategies: strategies, codingPath: codingPath + [key], tree: tree)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        tree.become(.keyed)
        return KeyedEncodingContainer(KeyedTree<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        tree.become(.list)
        return ListTree(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleTree(encoder: self) }
}

private protocol Unordered {}
extension Dictionary: Unordered {}

private struct KeyedTree<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: QueryTreeEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) { add(QueryTree(.null), key) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        add(try encoder.child(key).tree(of: value), key)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nested(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { added(encoder.child(NameKey(stringValue: "super")), "super") }
    func superEncoder(forKey key: Key) -> any Encoder { added(encoder.child(key), name(key)) }

    /// Returns an encoder that continues a container of the same name.
    private func nested(_ key: Key) -> QueryTreeEncoder {
        added(encoder.child(key, encoder.tree[name(key)] ?? QueryTree()), name(key))
    }

    private func added(_ child: QueryTreeEncoder, _ name: String) -> QueryTreeEncoder {
        encoder.tree.set(name, child.tree)
        return child
    }

    private func add(_ tree: QueryTree, _ key: Key) { encoder.tree.set(name(key), tree) }
    private func name(_ key: Key) -> String { encoder.strategies.name(of: key) }
}

private struct ListTree: UnkeyedEncodingContainer {
    let encoder: QueryTreeEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.tree.members.count }

    func encodeNil() { encoder.tree.append(QueryTree(.null)) }
    func encode<Value: Encodable>(_ value: Value) throws { encoder.tree.append(try child().tree(of: value)) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        nested().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
    func superEncoder() -> any Encoder { nested() }

    private func nested() -> QueryTreeEncoder {
        let child = child()
        encoder.tree.append(child.tree)
        return child
    }

    private func child() -> QueryTreeEncoder { encoder.child(NameKey(intValue: count)) }
}

private struct SingleTree: SingleValueEncodingContainer {
    let encoder: QueryTreeEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() { encoder.tree.set(QueryTree(.null)) }
    func encode(_ bool: Bool) { addLiteral(encoder.strategies.text(of: bool)) }
    func encode(_ text: String) { add(text) }
    func encode(_ number: Double) throws { try add(number) }
    func encode(_ number: Float) throws { try add(number) }
    func encode(_ number: Int) { addLiteral("\(number)") }
    func encode(_ number: Int8) { addLiteral("\(number)") }
    func encode(_ number: Int16) { addLiteral("\(number)") }
    func encode(_ number: Int32) { addLiteral("\(number)") }
    func encode(_ number: Int64) { addLiteral("\(number)") }
    func encode(_ number: UInt) { addLiteral("\(number)") }
    func encode(_ number: UInt8) { addLiteral("\(number)") }
    func encode(_ number: UInt16) { addLiteral("\(number)") }
    func encode(_ number: UInt32) { addLiteral("\(number)") }
    func encode(_ number: UInt64) { addLiteral("\(number)") }

    func encode<Value: Encodable>(_ value: Value) throws {
        encoder.tree.set(try encoder.tree(of: value))
    }

    private func addLiteral(_ text: String) { encoder.tree.set(QueryTree(.literal(text))) }
    private func add(_ text: String) { encoder.tree.set(QueryTree(.text(text))) }

    /// Adds a number, as "3" rather than "3.0", as is usual in a URL.
    private func add<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ number: Number) throws {
        guard number.isFinite else {
            throw EncodingError.invalidValue(
                number, .init(codingPath: codingPath, debugDescription: "The number is not finite."))
        }
        addLiteral(Int64(exactly: number).map(String.init) ?? number.description)
    }
}
