import CommandLineTool
import Exchanges
import Interchange
import MicroClient
import OpenCollection
import Secrets

extension SendCommand {
    /// The text on standard error about one send, without its secrets.
    struct Words {
        let mask: SecretMask
        private let rendered: RenderedRequest
        private let environment: EnvironmentDefinition?

        /// - Parameter record: The record, with secrets that came into being while it was sent; nil if there is none yet.
        init(_ rendered: RenderedRequest, _ environment: EnvironmentDefinition?, _ record: RecordedExchange? = nil) {
            (self.rendered, self.environment) = (rendered, environment)
            mask = SecretMask(rendered.placedSecrets.union(record?.allSecrets ?? SecretSet()))
        }

        /// The reason that it cannot be sent; nil if it can.
        var buildFailure: String? { BuildFailure.text(of: rendered, environment: environment).map { mask.text($0) } }

        /// Returns the text of a failure: "what; what to do", or sentences if what happened is said in them.
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

        /// Returns notes beside the status, one line each.
        func notes(on record: RecordedExchange) -> [String] {
            rendered.notes.map { mask.text("note: \($0)") } + [droppedCredentials(on: record)].compactMap { $0 }
        }

        /// Returns a note on credentials that did not go to another origin, where they go only if that was agreed to: without a screen nobody can be
        /// asked.
        private func droppedCredentials(on record: RecordedExchange) -> String? {
            let names = rendered.headers.filter(\.isSecret).map(\.name)
            guard let left = StrippedCredentials(names, in: record.exchange) else { return nil }
            let place = mask.url(left.url)
            let mayGo = rendered.credentialsForwarded(left.names, to: left.url, in: record.origin.environment)
            let advice = rendered.forwardsAuthorization == true && !mayGo.isEmpty ? "; --trust sends it there" : ""
            return "note: \(left.names.joined(separator: ", ")) not sent to another origin, \(place)\(advice)"
        }

        /// Returns the sentence as it continues after a semicolon, with a small first letter.
        private static func continuing(_ sentence: String) -> String {
            sentence.prefix(1).lowercased() + sentence.dropFirst()
        }
    }
}
