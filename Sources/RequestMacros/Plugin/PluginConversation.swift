import DeclarationScanner

/// The protocol between the compiler and a macro plugin: one JSON message each way, the compiler first.
///
/// - Source: swift-syntax, `SwiftCompilerPluginMessageHandling`, PluginMessages.swift, protocol version 7; fields of later versions
///   are used if present.
public enum PluginConversation {
    /// Returns the response to a message.
    ///
    /// - Parameter message: A message in JSON.
    /// - Returns: The response in JSON, for any message, so that the compiler never waits.
    public static func answer(to message: [UInt8]) -> [UInt8] { Array(answer(read(message)).text.utf8) }

    /// Reads a message. Three quarters of it describe the build configuration, and come last: they are read only if something is missing
    /// without them.
    private static func read(_ message: [UInt8]) -> JSON? {
        let beginning = JSON(message, before: "staticBuildConfiguration")
        let request = beginning?["expandAttachedMacro"]
        let isEnough =
            request == nil
            || ["attributeSyntax", "declSyntax", "macro", "macroRole"].allSatisfy { request?[$0] != nil }
        return isEnough ? beginning : JSON(message)
    }

    private static func answer(_ message: JSON?) -> JSON {
        if message?["getCapability"] != nil {
            return .object(["getCapabilityResult": .object(["capability": .object(["protocolVersion": .number(7)])])])
        }
        if let request = message?["expandAttachedMacro"] { return result(of: expansion(request)) }
        return result(of: Expansion())
    }

    private static func expansion(_ request: JSON) -> Expansion {
        guard let macro = request["macro"]?["typeName"]?.string,
            let attribute = MacroSource(request["attributeSyntax"]),
            let declaration = MacroSource(request["declSyntax"])
        else { return Expansion() }
        switch request["macroRole"]?.string {
        case "member":
            return RequestExpansion.members(of: macro, attribute: attribute, declaration: declaration)
        case "extension":
            let type = request["extendedTypeSyntax"]?["source"]?.string ?? ""
            let missing = request["conformanceListSyntax"]?["source"]?.string ?? ""
            return RequestExpansion.conformance(
                of: macro, attribute: attribute, declaration: declaration, type: type.trimmed,
                missing: missing.split { !$0.isLetter }.map(String.init))
        case "peer":
            let context = request["lexicalContext"]?.array?.compactMap { $0["source"]?.string }
            return RequestExpansion.mark(
                macro, attribute: attribute, declaration: declaration, context: context)
        default: return Expansion()
        }
    }

    private static func result(of expansion: Expansion) -> JSON {
        let diagnostics = expansion.diagnostics.map(JSON.init)
        return .object([
            "expandMacroResult": .object([
                "expandedSource": .string(expansion.source), "diagnostics": .array(diagnostics),
            ])
        ])
    }
}

extension String {
    fileprivate var trimmed: String {
        let isWhitespace = { (character: Character) in character.isWhitespace }
        return String(drop(while: isWhitespace).reversed().drop(while: isWhitespace).reversed())
    }
}

extension MacroSource {
    fileprivate init?(_ syntax: JSON?) {
        guard let text = syntax?["source"]?.string, let location = syntax?["location"] else { return nil }
        self.init(
            text, fileName: location["fileName"]?.string ?? "", offset: location["offset"]?.number ?? 0,
            line: location["line"]?.number ?? 1, column: location["column"]?.number ?? 1)
    }
}

extension JSON {
    fileprivate init(_ diagnostic: Diagnostic) {
        self = .object([
            "message": .string(diagnostic.message), "severity": .string(diagnostic.severity.rawValue),
            "position": .position(diagnostic.spot), "highlights": .array([.range(diagnostic.spot)]),
            "notes": .array(
                diagnostic.notes.map {
                    .object(["position": .position($0.spot), "message": .string($0.message)])
                }),
            "fixIts": .array(diagnostic.fixIts.map(JSON.init)),
        ])
    }

    private init(_ fixIt: Diagnostic.FixIt) {
        let change = JSON.object(["range": .range(fixIt.spot), "newText": .string(fixIt.replacement)])
        self = .object(["message": .string(fixIt.message), "changes": .array([change])])
    }

    private static func position(_ spot: Spot) -> JSON {
        .object(["fileName": .string(spot.fileName), "offset": .number(spot.range.lowerBound)])
    }

    private static func range(_ spot: Spot) -> JSON {
        .object([
            "fileName": .string(spot.fileName), "startOffset": .number(spot.range.lowerBound),
            "endOffset": .number(spot.range.upperBound),
        ])
    }
}
