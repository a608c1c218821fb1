import Testing

@testable import RequestMacros

@Suite struct PluginConversationTests {
    private func answer(_ message: String) throws -> JSON {
        try #require(JSON(PluginConversation.answer(to: Array(message.utf8))))
    }

    @Test("the compiler is told which version of the protocol is spoken")
    func capability() throws {
        let answer = try answer(#"{"getCapability":{"capability":{"protocolVersion":7}}}"#)
        #expect(answer["getCapabilityResult"]?["capability"]?["protocolVersion"]?.number == 7)
    }

    private func expansion(role: String, _ source: String, more: String = "") -> String {
        let location = #"{"column":1,"fileID":"App/a.swift","fileName":"/a.swift","line":3,"offset":30}"#
        let attribute = #"{"kind":"attribute","location":\#(location),"source":"\n@Get(\"/:id\")"}"#
        return
            #"{"expandAttachedMacro":{"attributeSyntax":\#(attribute),"declSyntax":{"kind":"declaration","location":\#(location),"source":"\#(source)"},"#
            + #""discriminator":"$s","macro":{"moduleName":"P","name":"Get ","typeName":"Get"},"macroRole":"\#(role)"\#(more)}}"#
    }

    @Test("an expansion comes back as source, in whichever role")
    func roles() throws {
        let type =
            #","extendedTypeSyntax":{"kind":"type","source":"\nA.R "},"conformanceListSyntax":{"source":"struct Placeholder: HttpRequest {}"}"#
        let source = #"\n@Get(\"/:id\") public struct R { @Path var id: Int }"#
        let conformance = try answer(expansion(role: "extension", source, more: type))["expandMacroResult"]
        #expect(
            conformance?["expandedSource"]?.string?.hasPrefix("extension A.R: MicroClientMacros.HttpRequest {\n")
                == true)
        #expect(conformance?["diagnostics"]?.array?.isEmpty == true)
        let member = try answer(expansion(role: "member", source))["expandMacroResult"]
        #expect(member?["expandedSource"]?.string?.hasPrefix("public init(id: Int)") == true)
        let unknown = try answer(expansion(role: "accessor", source))["expandMacroResult"]
        #expect(unknown?["expandedSource"]?.string?.isEmpty == true)
    }

    @Test("what tells of the build is passed over, wherever it stands")
    func buildConfiguration() throws {
        let source = #"\n@Get(\"/:id\") public struct R { @Path var id: Int }"#
        let last = expansion(role: "member", source, more: #","staticBuildConfiguration":"{\"a\":"#)
        #expect(try answer(last)["expandMacroResult"]?["expandedSource"]?.string?.hasPrefix("public init") == true)
        let first = expansion(role: "member", source).replacingPrefix(
            #"{"expandAttachedMacro":{"#, with: #"{"expandAttachedMacro":{"staticBuildConfiguration":"{}","#)
        #expect(try answer(first)["expandMacroResult"]?["expandedSource"]?.string?.hasPrefix("public init") == true)
    }

    @Test("a diagnostic names file and offset, with note and fix-it")
    func diagnostics() throws {
        let source = #"\n@Get(\"/:id\") struct R { var id: Int }"#
        let result = try answer(expansion(role: "extension", source))["expandMacroResult"]
        let found = try #require(result?["diagnostics"]?.array?.first)
        #expect(found["severity"]?.string == "error" && found["position"]?["fileName"]?.string == "/a.swift")
        #expect(found["position"]?["offset"]?.number == 38)
        #expect(found["highlights"]?.array?.first?["endOffset"]?.number == 41)
        #expect(found["notes"]?.array?.first?["position"]?["offset"]?.number == 59)
        let change = found["fixIts"]?.array?.first?["changes"]?.array?.first
        #expect(change?["newText"]?.string == "@Path " && change?["range"]?["startOffset"]?.number == 55)
    }

    @Test(
        "every message gets an answer",
        arguments: [
            "", "{", "[]", "{\"loadPluginLibrary\":{}}", "{\"expandAttachedMacro\":{}}",
            "{\"expandFreestandingMacro\":{}}",
        ])
    func anything(message: String) throws {
        #expect(try answer(message)["expandMacroResult"]?["expandedSource"]?.string == "")
    }
}

extension String {
    fileprivate func replacingPrefix(_ prefix: String, with other: String) -> String {
        other + dropFirst(hasPrefix(prefix) ? prefix.count : 0)
    }
}

@Suite struct JSONTests {
    @Test("values survive being written and read")
    func roundTrip() {
        let value = JSON.object([
            "a": .array([.null, .bool(true), .bool(false), .number(-3)]), "b\"\n": .string("é\u{1}\\/\u{1F600}\t"),
            "c": .object([:]),
        ])
        #expect(JSON(Array(value.text.utf8)) == value)
    }

    @Test("escapes, blanks and numbers are read")
    func reading() {
        let text = #" { "a" : [ 1.5e1 , "\u00e9\ud83d\ude00\n\/\b\f\r\t" ] , "a" : 2 } "#
        let value = JSON(Array(text.utf8))
        #expect(value?["a"]?.array == [.number(15), .string("é😀\n/\u{8}\u{c}\r\t")])
    }

    @Test(
        "what is not JSON is nil",
        arguments: ["", "{", "[1,]", "{\"a\"}", "tru", "\"a", "\"\\x\"", "1 2", "{a:1}", "\"\\u12\""])
    func refused(text: String) { #expect(JSON(Array(text.utf8)) == nil) }

    @Test("deep nesting is refused")
    func depth() { #expect(JSON(Array(repeating: UInt8(ascii: "["), count: 100_000)) == nil) }
}
