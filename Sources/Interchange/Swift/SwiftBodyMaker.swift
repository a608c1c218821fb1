import OpenCollection
import Quoting

/// Makes the body of a request into a value that a call gives.
struct SwiftBodyMaker {
    var values: SampleValues
    var models: ModelMaker
    private(set) var notes: [String] = []

    init(values: SampleValues, models: ModelMaker) {
        self.values = values
        self.models = models
    }

    mutating func body(_ body: RequestBody) -> SwiftBody? {
        switch body.kind {
        case .none: return nil
        // A template's query is the JSON that it is sent as.
        case .json, .graphQL: return json(body.text)
        case .text: return text(body.text, type: nil)
        case .xml: return text(body.text, type: "application/xml")
        case .sparql: return text(body.text, type: "application/sparql-query")
        case .formURLEncoded: return form(body.form.filter { $0.isEnabled && !$0.name.isEmpty })
        case .multipart: return multipart(body.parts.filter(\.isEnabled))
        case .file:
            let path = SwiftExpression.text(values.parameter("file"))
            return SwiftBody(kind: .file, type: "URL", sample: .call("URL", [.init("fileURLWithPath:", path)]))
        case .unsupported(let kind):
            notes.append("A body of type \(kind) is not written here.")
            return nil
        }
    }

    // MARK: Text

    private mutating func text(_ template: String, type: String?) -> SwiftBody? {
        let pieces = values.text(template).pieces
        let sample: SwiftExpression =
            SwiftLiteral.lines(pieces).map { .lines($0) }
            ?? .text(SwiftLiteral.raw(pieces) ?? SwiftLiteral.string(pieces))
        return SwiftBody(kind: .text, type: "String", sample: sample, contentType: type)
    }

    private mutating func json(_ template: String) -> SwiftBody? {
        if template.allSatisfy(\.isWhitespace) { return nil }
        guard let text = JSONTemplate(template, values: values), let sample = JSONSample(text.store), sample.isWhole
        else {
            return self.text(template, type: "application/json")
        }
        var maker = models
        maker.isForSending = true
        let model = maker.model(of: sample.shape, name: "Body", element: "BodyElement")
        var writer = ModelLiteral(model, values: values)
        guard let tree = JSONTree(text.store), let expression = writer.expression(tree, model.type) else {
            return self.text(template, type: "application/json")
        }
        maker.isForSending = false
        (models, values) = (maker, writer.values)
        return SwiftBody(kind: .json, type: model.type.text, sample: expression, model: model)
    }

    // MARK: Forms

    private mutating func form(_ rows: [Field]) -> SwiftBody {
        var fields: [SwiftBody.FormField] = []
        var samples: [[SwiftExpression]] = []
        for row in rows {
            let sample = fieldText(row.value, row.name)
            if let index = fields.firstIndex(where: { $0.name.hasSameBytes(as: row.name) }) {
                fields[index].isRepeated = true
                samples[index].append(sample)
            } else {
                let property = SwiftName.unique(SwiftName.property(row.name), among: Set(fields.map(\.property)))
                fields.append(.init(name: row.name, property: property, isRepeated: false))
                samples.append([sample])
            }
        }
        let arguments = zip(fields, samples).map { field, samples in
            SwiftExpression.Element(
                "\(SwiftName.label(field.property)):",
                field.isRepeated ? .list(open: "[", samples.map { .init(nil, $0) }, close: "]") : samples[0])
        }
        return SwiftBody(kind: .form(fields), type: "Body", sample: .call("Body", arguments))
    }

    private mutating func multipart(_ parts: [MultipartPart]) -> SwiftBody {
        let fields = parts.flatMap { part in part.values.map { field(part, $0) } }
        return SwiftBody(
            kind: .multipart, type: "MultipartForm",
            sample: .list(open: "MultipartForm([", fields.map { .init(nil, $0) }, close: "])"))
    }

    private mutating func field(_ part: MultipartPart, _ value: String) -> SwiftExpression {
        let name = SwiftExpression.Element("named:", .text(SwiftLiteral.string(part.name)))
        guard part.isFile else {
            return .call("TextField", [name, .init("value:", fieldText(value, part.name))])
        }
        let file = SwiftExpression.call("URL", [.init("fileURLWithPath:", .text(values.text(value).expression))])
        let type = part.contentType.map { SwiftExpression.Element("mimeType:", .text(SwiftLiteral.string($0))) }
        return .call("FileField", [name, .init("file:", file)] + [type].compactMap { $0 })
    }

    private mutating func fieldText(_ template: String, _ name: String) -> SwiftExpression {
        .text(values.text(template, credential: SampleValues.credential(name, template)).expression)
    }
}
