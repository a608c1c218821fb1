@testable import OpenCollection

extension RandomDefinition {
    /// Edits the bodies; from a list of variants sometimes another one is chosen.
    mutating func editBodies(_ definition: inout RequestDefinition) {
        if !definition.bodyVariants.isEmpty, numbers.chance(50) {
            return definition.selectVariant(numbers.below(definition.bodyVariants.count))
        }
        let kind = definition.body.kind
        editBody(&definition.body)
        // A variant's body cannot go.
        if !definition.bodyVariants.isEmpty, definition.body.kind == .none { definition.body.kind = kind }
    }

    mutating func editParts(_ parts: inout [MultipartPart]) {
        edit(&parts) {
            $0.part()
        } changing: {
            $0.change(&$1)
        }
    }

    private mutating func part() -> MultipartPart {
        let isFile = numbers.chance(50)
        return MultipartPart(
            name: text(), isFile: isFile, values: isFile ? [text(), text()] : [text()], contentType: optionalText())
    }

    private mutating func change(_ part: inout MultipartPart) {
        switch numbers.below(4) {
        case 0: part.name = text()
        case 1: part.values = part.isFile ? [text()] + part.values : [text()]
        case 2: part.isEnabled.toggle()
        default: part.contentType = optionalText()
        }
    }

    mutating func editFiles(_ files: inout [BodyFile]) {
        edit(&files) {
            BodyFile($0.text(), contentType: $0.text(), isSelected: false)
        } changing: {
            if $0.numbers.chance(50) { $1.isSelected.toggle() } else { $1.path = $0.text() }
        }
    }

    mutating func editRuntime(_ definition: inout RequestDefinition) {
        switch numbers.below(4) {
        case 0:
            edit(&definition.scripts) {
                Script("tests", $0.text())
            } changing: {
                $1.code = $0.text()
            }
        case 1:
            edit(&definition.actions) {
                VariableAction($0.text(), from: $0.text())
            } changing: {
                if $0.numbers.chance(50) { $1.expression = $0.text() } else { $1.scope = $0.text() }
            }
        case 2:
            if !definition.variables.isEmpty, !definition.variables[0].variants.isEmpty {
                definition.variables[0].selectVariant(numbers.below(2))
            }
        default:
            edit(&definition.assertions) {
                Assertion($0.text(), "eq", $0.text())
            } changing: {
                $0.change(&$1)
            }
        }
    }

    private mutating func change(_ assertion: inout Assertion) {
        switch numbers.below(4) {
        case 0: assertion.value = optionalText()
        case 1: assertion.operator = numbers.pick(["neq", "isNull"])
        case 2: assertion.isEnabled.toggle()
        default: assertion.description = optionalText()
        }
    }

    mutating func editExamples(_ examples: inout [RequestExample]) {
        edit(&examples) {
            RequestExample(name: $0.text(), description: $0.optionalText())
        } changing: {
            $0.change(&$1)
        }
    }

    private mutating func change(_ example: inout RequestExample) {
        switch numbers.below(5) {
        case 0: example.name = optionalText()
        case 1: example.response?.status = numbers.pick([nil, 201, 500])
        case 2: example.response?.body = RequestExample.Body(type: "text", data: text())
        case 3: example.request?.url = text()
        default:
            guard var request = example.request else {
                example.request = RequestExample.Request()
                return
            }
            edit(&request.headers) {
                $0.field()
            } changing: {
                $0.change(&$1)
            }
            example.request = request
        }
    }
}
