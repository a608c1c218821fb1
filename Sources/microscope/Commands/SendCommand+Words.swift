import CommandLineTool
import Exchanges
import Interchange
import MicroClient
import OpenCollection
import Secrets

extension SendCommand {
    /// What is said on standard error of one send, without its secrets.
    struct Words {
        let mask: SecretMask
        private let rendered: RenderedRequest
        private let environment: EnvironmentDefinition?

        /// - Parameter record: what came of it, with secrets that came into being while it was sent; nil: nothing yet.
        init(_ rendered: RenderedRequest, _ environment: EnvironmentDefinition?, _ record: RecordedExchange? = nil) {
            (self.rendered, self.environment) = (rendered, environment)
            mask = SecretMask(rendered.placedSecrets.union(record?.allSecrets ?? SecretSet()))
        }

        /// Why it cannot be sent; nil when it can.
        var buildFailure: String? { BuildFailure.text(of: rendered, environment: environment).map { mask.text($0) } }

        /// "what; what to do", in sentences where what happened is said in them.
        func text(of failure: RecordedFailure) -> String {
            let text: String
            switch failure.stage {
            case .cancelled: text = "cancelled"
            case .build: text = BuildFailure.text(of: rendered, environment: environment) ?? failure.message
            default:
                text = failure.advice.map { failure.message.followed(by: Self.continuing($0)) } ?? failure.message
            }
            return mask.text(text)
        }

        /// What is worth knowing beside the status, one line each.
        func notes(on record: RecordedExchange) -> [String] {
            rendered.notes.map { mask.text("note: \($0)") } + [droppedCredentials(on: record)].compactMap { $0 }
        }

        /// Without a screen nobody can be asked whether credentials may go to another origin, so they go only where that was agreed to.
        private func droppedCredentials(on record: RecordedExchange) -> String? {
            let names = rendered.headers.filter(\.isSecret).map(\.name)
            guard let left = FieldsLeftBehind(names, in: record.exchange) else { return nil }
            let place = mask.url(left.url)
            let mayGo = rendered.credentialsForwarded(left.names, to: left.url, in: record.origin.environment)
            let advice = rendered.forwardsAuthorization == true && !mayGo.isEmpty ? "; --trust sends it there" : ""
            return "note: \(left.names.joined(separator: ", ")) did not go along to another origin, \(place)\(advice)"
        }

        /// A sentence after a semicolon begins small.
        private static func continuing(_ sentence: String) -> String {
            sentence.prefix(1).lowercased() + sentence.dropFirst()
        }
    }
}
