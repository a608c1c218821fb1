import ExplorerKit
import OpenCollection

// Assertions and examples of a request.

extension FormBuilder {
    mutating func addAssertions() {
        table(
            .assertions, \.request.definition.assertions, Self.assertionColumns,
            .switched(\.isEnabled, origin: \.origin) { Assertion("res.status", "eq", "200") })
        if content.request.definition.assertions.isEmpty {
            note("No assertions. a adds one: an expression such as res.status or res.body.id, an operator, a value.")
        }
    }

    private static var assertionColumns: [FormColumnRule<Assertion>] {
        [
            FormColumnRule(
                .expression, "Expression", look: { _ in .label }, text: \.expression,
                write: { assertion, text in
                    assertion.expression = text
                    return text.isEmpty ? "Expression: a part of the answer, such as res.status or res.body.id" : nil
                }),
            FormColumnRule(
                .operator, "Operator", choices: AssertionOperator.allCases.map(\.rawValue),
                look: { AssertionOperator(rawValue: $0.operator) == nil ? .dimmed : .plain }, text: \.operator,
                write: { $0.take(operator: $1) }),
            FormColumnRule(
                .value, "Value",
                look: { AssertionOperator(rawValue: $0.operator)?.isUnary == true ? .placeholder : .template },
                shown: { AssertionOperator(rawValue: $0.operator)?.isUnary == true ? "not looked at" : $0.value ?? "" },
                text: { $0.value ?? "" },
                write: { assertion, text in
                    assertion.value = text.isEmpty ? nil : text
                    return nil
                }),
            FormColumnRule(.description, "Description", \.description, look: .dimmed, breaks: true),
        ]
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
            note("No examples. a adds one: what is asked, and what the answer looks like. Nothing here is sent.")
        }
    }

    private mutating func addParts(ofExample index: Int) {
        guard let example = content.request.definition.examples[safe: index] else { return }
        addRequest(of: example, ExamplePart(index: index))
        addResponse(of: example, ExamplePart(index: index))
    }

    private mutating func addRequest(of example: RequestExample, _ part: ExamplePart) {
        let methods = FormInput.Kind.choice(["GET", "POST", "PUT", "PATCH", "DELETE"], other: true)
        setting(part.field(.method), part.input("Method", methods, \.askedMethod, example), of: part.record)
        setting(part.field(.url), part.input("URL", .line(breaks: false), \.askedURL, example), of: part.record)
    }

    private mutating func addResponse(of example: RequestExample, _ part: ExamplePart) {
        setting(part.field(.status), part.status(of: example), of: part.record)
        setting(part.field(.reason), part.input("Reason", .line(breaks: false), \.reason, example), of: part.record)
        let types = FormInput.Kind.choice(["json", "text", "xml", "html", "binary"], other: false)
        setting(
            part.field(.type), part.input("Body", types, \.bodyType, example),
            look: example.response?.body == nil ? .dimmed : .plain, of: part.record)
        let body = part.input("Body", .lines(fileExtension: "txt"), \.bodyText, example)
        text(
            FormText(
                field: part.field(.body), text: body.text, placeholder: "empty: Enter types the answer's body"), body,
            of: part.record)
    }
}

/// A part of one example, in the row below its name.
private struct ExamplePart {
    let index: Int

    var record: FormRow.Record { FormRow.Record(table: .examples, index: index) }

    func field(_ column: FormColumn) -> FormField { .cell(.examples, row: index, column) }

    func input(
        _ title: String, _ kind: FormInput.Kind, _ member: WritableKeyPath<RequestExample, String>,
        _ example: RequestExample
    ) -> FormInput {
        FormInput(title: title, kind: kind, text: example[keyPath: member]) { [index] content, text in
            content.request.definition.examples[index][keyPath: member] = text
            return nil
        }
    }

    func status(of example: RequestExample) -> FormInput {
        FormInput(title: "Status", kind: .line(breaks: false), text: example.status) { [index] content, text in
            guard text.isEmpty || Int(text).map({ (100...599).contains($0) }) == true else {
                return "Status: a number from 100 to 599"
            }
            content.request.definition.examples[index].status = text
            return nil
        }
    }
}

extension Assertion {
    /// An operator that compares with nothing takes the value out.
    fileprivate mutating func take(operator word: String) {
        `operator` = word
        if AssertionOperator(rawValue: word)?.isUnary == true { value = nil }
    }
}

extension RequestExample {
    /// What a new one begins with: the request's own line.
    fileprivate init(of definition: RequestDefinition) {
        var request = Request()
        request.method = definition.method
        request.url = definition.url
        var response = Response()
        response.status = 200
        response.statusText = "OK"
        self.init(name: "Example \(definition.examples.count + 1)", request: request, response: response)
    }

    fileprivate var askedMethod: String {
        get { request?.method ?? "" }
        set { changeRequest { $0.method = newValue.isEmpty ? nil : newValue.uppercased() } }
    }

    fileprivate var askedURL: String {
        get { request?.url ?? "" }
        set { changeRequest { $0.url = newValue.isEmpty ? nil : newValue } }
    }

    fileprivate var status: String {
        get { response?.status.flatMap { Int(exactly: $0) }.map(String.init) ?? "" }
        set { changeResponse { $0.status = Double(newValue) } }
    }

    fileprivate var reason: String {
        get { response?.statusText ?? "" }
        set { changeResponse { $0.statusText = newValue.isEmpty ? nil : newValue } }
    }

    fileprivate var bodyType: String {
        get { response?.body?.type ?? "none" }
        set { changeResponse { $0.body = Body(type: newValue, data: $0.body?.data ?? "") } }
    }

    fileprivate var bodyText: String {
        get { response?.body?.data ?? "" }
        set {
            changeResponse {
                $0.body = newValue.isEmpty && $0.body == nil ? nil : Body(type: $0.body?.type ?? "json", data: newValue)
            }
        }
    }

    private mutating func changeRequest(_ change: (inout Request) -> Void) {
        var changed = request ?? Request()
        change(&changed)
        if request != nil || changed != Request() { request = changed }
    }

    private mutating func changeResponse(_ change: (inout Response) -> Void) {
        var changed = response ?? Response()
        change(&changed)
        if response != nil || changed != Response() { response = changed }
    }
}
