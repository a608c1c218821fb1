import BodyStore
import Testing

@testable import Interchange

/// The types that are made of JSON.
@Suite struct ModelTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let json: String
        /// The type of the whole.
        let type: String
        /// Declarations as "Name: property Type, property Type", nested ones after theirs.
        let declarations: [String]
        var testDescription: String { json }

        init(_ json: String, _ type: String, _ declarations: String...) {
            (self.json, self.type, self.declarations) = (json, type, declarations)
        }
    }

    private static let rows = [
        Row("1", "Int"), Row("true", "Bool"), Row("-0", "Int"), Row("1.0", "Double"), Row("1e2", "Double"),
        Row("9223372036854775808", "UInt64"), Row("-9223372036854775809", "Decimal"),
        Row("[18446744073709551615,-1]", "[Decimal]"), Row("[18446744073709551615,0.5]", "[Double]"),
        Row("1" + String(repeating: "0", count: 40), "Double"), Row("1e999", "JSONValue"),
        // A text at the top would come as it is, in its quotes.
        Row(#""a""#, "JSONValue"), Row("null", "JSONValue"), Row("{}", "[String: JSONValue]"), Row("[]", "[JSONValue]"),
        Row("[null]", "[JSONValue]"), Row("[null,1]", "[Int?]"), Row("[[1],[]]", "[[Int]]"),
        Row("[[],[null]]", "[[JSONValue]]"),
        Row("[1,2.5]", "[Double]"), Row(#"["2024-05-01T00:00:00Z"]"#, "[Date]"),
        Row(#"["2024-05-01T00:00:00Z","soon"]"#, "[String]"), Row(#"["2024-05-01"]"#, "[String]"),
        Row(#"["2023-02-29T00:00:00Z"]"#, "[String]"), Row(#"["2024-05-01T24:00:00Z"]"#, "[String]"),
        Row(#"["2024-05-01T00:00:00"]"#, "[String]"), Row(#"["2024-05-01T00:00:00.1234567891Z"]"#, "[String]"),
        Row(#"{"a":1}"#, "Response", "Response: a Int"),
        Row(#"[{"a":1},{"a":2,"b":"x"},{}]"#, "[Item]", "Item: a Int?, b String?"),
        Row(#"[{"a":null},{"a":2}]"#, "[Item]", "Item: a Int?"),
        Row(#"{"a":{"b":{"c":1}}}"#, "Response", "Response: a A", "A: b B", "B: c Int"),
        Row(#"{"a":{"a":{"a":1}}}"#, "Response", "Response: a A", "A: a A2", "A2: a Int"),
        Row(
            #"{"users":[{"id":1}],"addresses":[{"x":1}]}"#, "Response",
            "Response: users [User], addresses [Address]", "User: id Int", "Address: x Int"),
        Row(#"{"a":[{"b":1},null]}"#, "Response", "Response: a [A?]", "A: b Int"),
        Row(#"{"1":{"a":1},"2":{}}"#, "[String: ResponseValue]", "ResponseValue: a Int?"),
        Row(#"{"days":{"2024-05-01":1,"2024-05-02":null}}"#, "Response", "Response: days [String: Int?]"),
        Row(#"{"a":1,"a":"x"}"#, "Response", "Response: a A", "A = number Int | string String"),
        Row(#"[{"a":1,"a":2},{}]"#, "[Item]", "Item: a Int?"),
        Row(#"{"a":[1,"x",null]}"#, "Response", "Response: a [A?]", "A = number Int | string String"),
        Row(
            #"[{"a":{"b":1}},{"a":[true]},{"a":false}]"#, "[Item]", "Item: a A",
            "A = bool Bool | array [Bool] | object AObject", "AObject: b Int"),
        Row(
            #"{"self":1,"class":2,"a b":3,"a-b":4}"#, "Response",
            "Response: selfValue(self) Int, class Int, aB(a b) Int, aB2(a-b) Int"),
        Row(
            #"{"data":{"a":1},"日本":{"a":1}}"#, "Response", "Response: data DataModel, 日本 日本Type", "DataModel: a Int",
            "日本Type: a Int"),
        // Texts that end too early, or are none: as far as they go, and what is missing then proves nothing.
        Row(#"[{"a":1,"b":2},{"a":3"#, "[Item]", "Item: a Int, b Int"),
        Row(#"[{"a":1},{"b":tru"#, "[Item]", "Item: a Int"),
        Row(#"{"a":12"#, "[String: JSONValue]"), Row("\u{FEFF}[1]", "[Int]"),
    ]

    @Test("the type of what is seen", arguments: rows)
    func table(row: Row) throws {
        let store = BodyStore(row.json.utf8)
        let sample = try #require(JSONSample(store))
        var maker = ModelMaker()
        let model = maker.model(of: sample.shape, name: "Response", element: "Item")
        #expect(model.type.text == row.type)
        #expect(model.declarations.flatMap(\.outline) == row.declarations)
    }

    @Test("beyond a hundred keys they are data", arguments: [100, 101])
    func manyKeys(count: Int) throws {
        let members = (0..<count).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
        let store = BodyStore("{\(members)}".utf8)
        var maker = ModelMaker()
        let model = maker.model(of: try #require(JSONSample(store)).shape, name: "Response", element: "Item")
        #expect(model.type.text == (count > 100 ? "[String: Int]" : "Response"))
    }

    @Test("only the first bytes of a long body are read, and that is said")
    func beginning() throws {
        let store = BodyStore(("[" + String(repeating: #"{"a":1},"#, count: 1_000) + #"{"a":"x"}]"#).utf8)
        let sample = try #require(JSONSample(store, maximumBytes: 4_001))
        #expect(!sample.isWhole && sample.shape.array?.elements.first?.count == 500)
        #expect(sample.shape.array?.elements.first?.object?.fields.first?.shape.string == nil)
        #expect(JSONSample(store)?.isWhole == true)
        var maker = ModelMaker()
        let cut = SwiftResponse(.json(sample), element: "Item", isHead: false, &maker)
        #expect(cut.note?.contains("beginning of a response") == true)
    }

    @Test("nothing is no sample", arguments: ["", " ", "x", "<a/>"])
    func nothing(text: String) {
        let store = BodyStore(text.utf8)
        #expect(JSONSample(store) == nil)
    }
}

extension ModelDeclaration {
    /// One line for it, one for each that is nested.
    var outline: [String] {
        switch self {
        case .structure(let structure):
            let properties = structure.properties.map { property in
                property.name + (property.key == property.name ? "" : "(\(property.key))") + " \(property.type.text)"
            }
            return ["\(structure.name): \(properties.joined(separator: ", "))"] + structure.nested.flatMap(\.outline)
        case .choice(let choice):
            let cases = choice.cases.map { "\($0.name) \($0.type.text)" }
            return ["\(choice.name) = \(cases.joined(separator: " | "))"] + choice.nested.flatMap(\.outline)
        }
    }
}
