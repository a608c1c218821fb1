import BodyStore
import BodyView

/// The value that a call returns.
struct SwiftResponse: Sendable {
    enum Kind: Sendable {
        case model(Model)
        case text
        case data
        case nothing
    }

    var kind: Kind
    /// Why it is what it is; nil when that is plain.
    var note: String?

    /// The type as Swift writes it; nil for nothing.
    var type: String? {
        switch kind {
        case .model(let model): model.type.text
        case .text: "String"
        case .data: "Data"
        case .nothing: nil
        }
    }

    var model: Model? {
        if case .model(let model) = kind { model } else { nil }
    }
}

extension SwiftResponse {
    /// The facts about a response from which its type follows.
    enum Source: Sendable {
        case none
        /// The status of a response that is not a success.
        case failed(Int)
        case empty
        case text
        case bytes
        case json(JSONSample)

        init(_ response: SampleResponse?) {
            switch response {
            case nil: self = .none
            case .some(let response):
                let isSuccess = response.status.map { (200...299).contains($0) } ?? true
                self = isSuccess ? Self.looking(at: response) : .failed(response.status ?? 0)
            }
        }

        private static func looking(at response: SampleResponse) -> Source {
            let head = response.body.copy(0..<min(response.body.count, BodyKind.headLength))
            switch BodyKind.detect(contentType: response.contentType, head: head) {
            case .empty: return .empty
            case .json: return JSONSample(response.body).map { .json($0) } ?? .bytes
            case .xml, .html, .table, .text: return .text
            case .hex, .picture, .jsonLines: return .bytes
            }
        }
    }

    /// - Parameters:
    ///   - source: The response.
    ///   - element: the type's name for one of several that came.
    ///   - models: knows the names that are taken.
    init(_ source: Source, element: String, isHead: Bool, _ models: inout ModelMaker) {
        switch source {
        case _ where isHead: self.init(kind: .nothing)
        case .none:
            self.init(kind: .data, note: "No response yet: send the request, and copy again, for a model of its body.")
        case .failed(let status):
            self.init(
                kind: .data,
                note: "The last response was \(status): copy again after a success, for a model of its body."
            )
        case .empty: self.init(kind: .nothing)
        case .text: self.init(kind: .text)
        case .bytes: self.init(kind: .data)
        case .json(let sample):
            let model = models.model(of: sample.shape, name: "Response", element: element)
            self.init(kind: .model(model), note: sample.isWhole ? nil : Self.cutNote)
        }
    }

    private static let cutNote =
        "The model is made from the beginning of a response, its first \(JSONSample.maximumBytes >> 20) MB at most: what follows may look different."
}
