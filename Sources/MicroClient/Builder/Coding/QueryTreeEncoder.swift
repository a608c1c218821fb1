import Foundation

/// Walks through a value and keeps what it finds as a ``QueryTree``.
final class QueryTreeEncoder: Encoder {
    let strategies: URLQueryEncoder
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    /// Made when it is asked for: containers are written to after they were handed out.
    private var makeTree: () -> QueryTree = { .keyed([]) }

    init(strategies: URLQueryEncoder, codingPath: [any CodingKey]) {
        self.strategies = strategies
        self.codingPath = codingPath
    }

    func tree(of value: some Encodable) throws -> QueryTree {
        if let plain = try plainTree(of: value) { return plain }
        let encoder = QueryTreeEncoder(strategies: strategies, codingPath: codingPath)
        try value.encode(to: encoder)
        let tree = encoder.tree
        guard value is any StringKeyedDictionary, case .keyed(let members) = tree else { return tree }
        return .keyed(members.sorted { $0.name < $1.name })
    }

    private func plainTree(of value: some Encodable) throws -> QueryTree? {
        switch value {
        case let date as Date: .text(try strategies.text(of: date))
        case let data as Data: .text(try strategies.text(of: data))
        case let url as URL: .text(url.absoluteString)
        case let number as Decimal: .text(number.description)
        default: nil
        }
    }

    var tree: QueryTree { makeTree() }

    func child(_ key: any CodingKey) -> QueryTreeEncoder {
        QueryTreeEncoder(strategies: strategies, codingPath: codingPath + [key])
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let container = KeyedTree<Key>(encoder: self)
        makeTree = { container.members.tree }
        return KeyedEncodingContainer(container)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        let container = ListTree(encoder: self)
        makeTree = { container.elements.tree }
        return container
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        let container = SingleTree(encoder: self)
        makeTree = { container.value.tree }
        return container
    }
}

/// What a container has been given so far.
private final class Kept {
    private var members: [(name: String, tree: () -> QueryTree)] = []
    private let assemble: ([QueryTree.Member]) -> QueryTree

    init(_ assemble: @escaping ([QueryTree.Member]) -> QueryTree) { self.assemble = assemble }

    var count: Int { members.count }
    var tree: QueryTree { assemble(members.map { QueryTree.Member(name: $0.name, tree: $0.tree()) }) }
    func add(_ name: String = "", _ tree: @escaping () -> QueryTree) { members.append((name: name, tree: tree)) }
}

private struct KeyedTree<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: QueryTreeEncoder
    let members = Kept { .keyed($0) }
    var codingPath: [any CodingKey] { encoder.codingPath }

    private func add(_ key: Key, _ tree: @escaping () -> QueryTree) {
        members.add(encoder.strategies.name(of: key), tree)
    }

    func encodeNil(forKey key: Key) { add(key) { .null } }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let tree = try encoder.child(key).tree(of: value)
        add(key) { tree }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nested(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { nested(named: "super", NameKey(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func nested(_ key: Key) -> QueryTreeEncoder { nested(named: encoder.strategies.name(of: key), key) }

    private func nested(named name: String, _ key: any CodingKey) -> QueryTreeEncoder {
        let child = encoder.child(key)
        members.add(name) { child.tree }
        return child
    }
}

private struct ListTree: UnkeyedEncodingContainer {
    let encoder: QueryTreeEncoder
    let elements = Kept { .list($0.map(\.tree)) }
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { elements.count }

    func encodeNil() { elements.add { .null } }

    func encode<Value: Encodable>(_ value: Value) throws {
        let tree = try encoder.child(NameKey(intValue: count)).tree(of: value)
        elements.add { tree }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        nested().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }
    func superEncoder() -> any Encoder { nested() }

    private func nested() -> QueryTreeEncoder {
        let child = encoder.child(NameKey(intValue: count))
        elements.add { child.tree }
        return child
    }
}

private struct SingleTree: SingleValueEncodingContainer {
    let encoder: QueryTreeEncoder
    let value = Kept { $0.last?.tree ?? .null }
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() { value.add { .null } }
    func encode(_ bool: Bool) { add(encoder.strategies.text(of: bool)) }
    func encode(_ text: String) { add(text) }
    func encode(_ number: Double) throws { try add(number) }
    func encode(_ number: Float) throws { try add(number) }
    func encode(_ number: Int) { add("\(number)") }
    func encode(_ number: Int8) { add("\(number)") }
    func encode(_ number: Int16) { add("\(number)") }
    func encode(_ number: Int32) { add("\(number)") }
    func encode(_ number: Int64) { add("\(number)") }
    func encode(_ number: UInt) { add("\(number)") }
    func encode(_ number: UInt8) { add("\(number)") }
    func encode(_ number: UInt16) { add("\(number)") }
    func encode(_ number: UInt32) { add("\(number)") }
    func encode(_ number: UInt64) { add("\(number)") }

    func encode<Value: Encodable>(_ value: Value) throws {
        let tree = try encoder.tree(of: value)
        self.value.add { tree }
    }

    private func add(_ text: String) { value.add { .text(text) } }

    /// "3" rather than "3.0" is what people write in a URL.
    private func add<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ number: Number) throws {
        guard number.isFinite else {
            throw EncodingError.invalidValue(
                number, .init(codingPath: codingPath, debugDescription: "The number is not finite."))
        }
        add(Int64(exactly: number).map(String.init) ?? number.description)
    }
}
