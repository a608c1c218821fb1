import BodyStore
import TestSupport
import Testing

@testable import Interchange

/// Random JSON. `MICROSCOPE_FUZZ_TIMES` and `MICROSCOPE_FUZZ_SEED` make it longer and different.
@Suite("Random answers")
struct ModelFuzzTests {
    private static let inputs = LongRun.inputs(orJust: 1_500)

    @Test("the model of any JSON takes that JSON, and its names are names, each once")
    func anything() throws {
        var random = SeededGenerator(seed: LongRun.seed)
        for _ in 0..<Self.inputs {
            let text = RandomJSON.text(depth: 4, &random)
            let store = BodyStore(text.utf8)
            let sample = try #require(JSONSample(store), "\(text)")
            var maker = ModelMaker()
            let model = maker.model(of: sample.shape, name: "Response", element: "Item")
            let tree = try #require(JSONTree(store), "\(text)")
            let check = ModelCheck(model)
            try #require(sample.isWhole && check.takes(tree, model.type), "seed \(LongRun.seed): \(text)")
            try #require(check.complaint == nil, "seed \(LongRun.seed): \(text)")
        }
    }

    @Test("a text that is cut or damaged anywhere gives a model or none")
    func damaged() {
        var random = SeededGenerator(seed: LongRun.seed)
        for _ in 0..<Self.inputs {
            var bytes = Array(RandomJSON.text(depth: 3, &random).utf8)
            bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
            if !bytes.isEmpty, Bool.random(using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let store = BodyStore()
            bytes.withUnsafeBytes { try? store.append($0) }
            if Bool.random(using: &random) { store.finish() }
            guard let sample = JSONSample(store, maximumBytes: Int.random(in: 1...200, using: &random)) else {
                continue
            }
            var maker = ModelMaker()
            let model = maker.model(of: sample.shape, name: "Response", element: "Item")
            #expect(ModelCheck(model).complaint == nil)
        }
    }
}

/// Small JSON texts with everything in them that servers send.
enum RandomJSON {
    private static let keys = [
        "id", "name", "a", "b", "self", "class", "user_name", "userName", "", "🎉", "2", "22", "x y", "Type", "data",
        "é",
    ]
    private static let scalars = [
        "null", "true", "0", "-1", "1.5", "1e3", "9223372036854775808", "123456789012345678901234567890", "1e999",
        #""text""#, #""""#, #""2024-05-01T12:30:00Z""#, #""2024-05-01T12:30:00.5+01:00""#, #""\u00e9\ud83d\ude00\n""#,
        "[]", "{}",
    ]

    static func text(depth: Int, _ random: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 2), using: &random) {
        case 0, 1: return scalars.randomElement(using: &random) ?? "1"
        case 2, 3:
            let count = Int.random(in: 0...4, using: &random)
            return "[" + (0..<count).map { _ in text(depth: depth - 1, &random) }.joined(separator: ", ") + "]"
        default:
            let count = Int.random(in: 0...4, using: &random)
            let members = (0..<count).map { _ in
                "\"\(keys.randomElement(using: &random) ?? "a")\": \(text(depth: depth - 1, &random))"
            }
            return "{" + members.joined(separator: ",") + "}"
        }
    }
}

/// A check of what a decoder would do with a model.
private struct ModelCheck {
    private var declarations: [String: ModelDeclaration] = [:]
    /// The fault of its names; nil if there is none.
    private(set) var complaint: String?

    init(_ model: Model) { gather(model.declarations) }

    private mutating func gather(_ all: [ModelDeclaration]) {
        for declaration in all {
            if declarations[declaration.name] != nil { complaint = "\(declaration.name) twice" }
            declarations[declaration.name] = declaration
            switch declaration {
            case .structure(let structure):
                let names = structure.properties.map(\.name)
                if Set(names).count != names.count || names.contains(where: \.isEmpty) { complaint = "\(names)" }
                if names.contains(declaration.name) { complaint = "\(declaration.name) has a property of its name" }
                gather(structure.nested)
            case .choice(let choice): gather(choice.nested)
            }
        }
    }

    func takes(_ tree: JSONTree, _ type: ModelType) -> Bool {
        switch (tree, type) {
        case (_, .anything), (.null, .optional), (.bool, .bool), (.string, .string): true
        case (_, .optional(let wrapped)): takes(tree, wrapped)
        case (.number(let text), .int): Int(text) != nil
        case (.number(let text), .unsigned): UInt64(text) != nil
        case (.number(let text), .decimal): text.count <= 39 && !text.contains { ".eE".contains($0) }
        case (.number(let text), .double): Double(text)?.isFinite == true
        case (.string(let text), .date): DateShape(text) != nil
        case (.array(let elements), .array(let type)): elements.allSatisfy { takes($0, type) }
        case (.object(let members), .dictionary(let type)): members.allSatisfy { takes($0.value, type) }
        case (_, .named(let name)): declarations[name].map { takes(tree, $0) } ?? false
        default: false
        }
    }

    private func takes(_ tree: JSONTree, _ declaration: ModelDeclaration) -> Bool {
        switch (declaration, tree) {
        case (.choice(let choice), _): return choice.cases.contains { takes(tree, $0.type) }
        case (.structure(let structure), .object(let members)):
            return structure.properties.allSatisfy { property in
                guard let member = members.last(where: { $0.key == property.key }) else {
                    if case .optional = property.type { return true }
                    return false
                }
                return takes(member.value, property.type)
            }
        default: return false
        }
    }
}
