import ExplorerKit
import OpenCollection

// Assertions and examples of a request.

extension FormBuilder {
    mutating func addAssertions() {
        table(
            .assertions, \.allAssertions, Self.assertionColumns,
            .switched(\.isEnabled, origin: \.origin, rowText: Self.assertionText) {
                Assertion("res.status", "eq", "200")
            },
            remark: { [content] in content.allAssertions[safe: $0]?.isQuery == true ? Self.companionOnly : nil })
        if content.allAssertions.isEmpty {
            note("No assertions. a adds one: an expression such as res.status or res.body.id, an operator, a value.")
        }
    }

    /// The remark on a row that only `microscope.yaml` can hold.
    static let companionOnly = "Microscope only"

    private static var assertionColumns: [FormColumnRule<Assertion>] {
        [
            FormColumnRule(
                .expression, "Expression", look: { _ in .label }, text: \.expression,
                write: { assertion, text in
                    assertion.expression = text
                    return text.isEmpty
                        ? "Expression: a part of the response, such as res.status, res.body.id or xpath //id"
                        : BodyQuery(expression: text)?.problem
                }),
            FormColumnRule(
                .operator, "Operator", choices: AssertionOperator.allCases.map(\.rawValue),
                look: { AssertionOperator(rawValue: $0.operator) == nil ? .dimmed : .plain }, text: \.operator,
                write: { $0.take(operator: $1) }),
            FormColumnRule(
                .value, "Value",
                look: { AssertionOperator(rawValue: $0.operator)?.isUnary == true ? .placeholder : .template },
                shown: { AssertionOperator(rawValue: $0.operator)?.isUnary == true ? "ignored" : $0.value ?? "" },
                text: { $0.value ?? "" },
                write: { assertion, text in
                    assertion.value = text.isEmpty ? nil : text
                    return nil
                }),
            FormColumnRule(.description, "Description", \.description, look: .dimmed, breaks: true),
        ]
    }

    /// "res.status: eq 200"
    private static var assertionText: RowText<Assertion> {
        var text = RowText<Assertion>(
            name: assertionColumns[0],
            value: {
                $0.value?.hasLineEnd == true ? nil : ($0.operator + " " + ($0.value ?? "")).trimmingTrailingSpaces
            },
            take: { assertion, text in
                let words = text.split(separator: " ", maxSplits: 1).map(String.init)
                assertion.take(operator: words.first ?? "")
                assertion.value = words.count > 1 ? words[1] : nil
                return nil
            })
        text.form = "expression: operator value"
        text.cut = { line in
            line.ranges(of: ": ").lazy.map { (String(line[..<$0.lowerBound]), String(line[$0.upperBound...])) }
                .first { AssertionOperator(rawValue: String($0.1.prefix { $0 != " " })) != nil }
        }
        return text
    }

    // MARK: - Examples

    mutating func addExamples() {
        table(
            .examples, \.request.definition.examples,
            [
                FormColumnRule(.name, "Name", \.name, look: .heading),
                FormColumnRule(.description, "Description", \.description, look: .dimmed, breaks: true),
            ],
            FormListEditing(
                blank: { RequestExample(of: $0.request.definition) },
                prepareCopy: { example in
                    example.origin = nil
                    example.name = example.name.map { $0 + " copy" }
                }, origin: \.origin), below: { $0.addParts(ofExample: $1) })
        if content.request.definition.examples.isEmpty {
            note("No examples. a adds one: a request and the response to expect. Nothing here is sent.")
        }
    }

    /// Adds the request and the response of an example, in the rows below its name.
    private mutating func addParts(ofExample index: Int) {
        let record = FormRow.Record(table: .examples, index: index)
        for (key, column) in Self.exampleParts {
            guard let entry = RequestExample.entries.first(where: { $0.key == key }) else { continue }
            let field = FormField.cell(.examples, row: index, column)
            var input = FormInput(entry, \.request.definition.examples[index], in: content)
            if column == .body {
                input.kind = .lines(fileExtension: "txt")
                let placeholder = "empty: Enter types the response body"
                text(FormText(field: field, text: input.text, placeholder: placeholder), input, of: record)
            } else {
                let unsaid = input.text.isEmpty ? entry.fallback : nil
                setting(field, input, shown: unsaid, look: unsaid == nil ? .plain : .dimmed, of: record)
            }
        }
    }

    private static let exampleParts: [(key: String, column: FormColumn)] = [
        ("request.method", .method), ("request.url", .url), ("response.status", .status),
        ("response.statusText", .reason), ("response.body.type", .type), ("response.body.data", .body),
    ]
}
