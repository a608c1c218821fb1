import MicroClient
import Secrets

/// A text of what is kept of a send.
package struct KeptText: Hashable {
    /// The subject of a text.
    package enum Subject: Hashable {
        case exchange
        case failure
        /// The capture of a variable.
        case capture(String)
        case assertion
        case console
        /// The summary of a helper request.
        case summary
    }

    package var subject: Subject
    package var part = MessagePart.words
    /// Whether it belongs to a helper request.
    package var isRelated = false

    /// The place of the text in words: "request header Accept", "related request: URL"; nil for what nobody looks for.
    package var place: String? {
        let place: String? =
            switch (subject, part) {
            case (.exchange, .url): "URL"
            case (.exchange, .field(let name, let isSent)): "\(isSent ? "request" : "response") header \(name)"
            case (.exchange, .words), (.failure, _): "failure"
            case (.exchange, _), (.console, _): nil
            case (.capture(let variable), _): "capture \(variable)"
            case (.assertion, _): "assertion"
            case (.summary, _): ""
            }
        guard isRelated, let place else { return place }
        return place.isEmpty ? "related request" : "related request: \(place)"
    }
}

extension ExchangeFacts {
    /// Returns the facts with others in the place of their texts, in the order in which they came to be.
    ///
    /// - Parameter body: Returns what takes the place of a body in the raw traffic.
    package func mappingTexts(
        _ change: @escaping (KeptText, String) -> String, body: BodyChange = { bytes, _ in bytes }
    ) -> ExchangeFacts {
        func words(_ subject: KeptText.Subject) -> (String) -> String { { change(KeptText(subject: subject), $0) } }
        func inExchange(_ part: MessagePart, _ text: String) -> String {
            change(KeptText(subject: .exchange, part: part), text)
        }
        var mapped = self
        mapped.exchange = exchange.mappingTexts(inExchange, body: body)
        mapped.head = head?.mappingTexts(inExchange)
        mapped.failure = failure?.mappingTexts(words(.failure))
        mapped.captures = captures.map { $0.mappingTexts(words(.capture($0.variable))) }
        mapped.assertions = assertions.map { $0.mappingTexts(words(.assertion)) }
        mapped.console = console.map {
            ConsoleLine(level: $0.level, text: change(KeptText(subject: .console), $0.text))
        }
        mapped.auxiliaryExchanges = auxiliaryExchanges.map { auxiliary in
            auxiliary.mappingTexts { text, words in
                var text = text
                text.isRelated = true
                return change(text, words)
            }
        }
        return mapped
    }

    /// The texts, raw traffic excepted.
    package var texts: [(text: KeptText, value: String)] {
        var texts: [(KeptText, String)] = []
        _ = mappingExchanges { $0.without(wire: true) }.mappingTexts { text, value in
            texts.append((text, value))
            return value
        }
        return texts
    }

    func mappingExchanges(_ change: (Exchange) -> Exchange) -> ExchangeFacts {
        var mapped = self
        mapped.exchange = change(exchange)
        for (index, auxiliary) in auxiliaryExchanges.enumerated() {
            mapped.auxiliaryExchanges[index].exchange = auxiliary.exchange.map(change)
        }
        return mapped
    }
}

extension RecordedFailure {
    fileprivate func mappingTexts(_ change: (String) -> String) -> RecordedFailure {
        RecordedFailure(stage: stage, message: change(message), advice: advice.map(change))
    }
}

extension RecordedCapture {
    fileprivate func mappingTexts(_ change: (String) -> String) -> RecordedCapture {
        var mapped = self
        mapped.expression = change(expression)
        switch outcome {
        case .value(let json): mapped.outcome = .value(json: change(json))
        case .failed(let reason): mapped.outcome = .failed(change(reason))
        case .notEvaluated(let reason): mapped.outcome = .notEvaluated(change(reason))
        case .undefined, .removed: break
        }
        return mapped
    }
}

extension RecordedAssertion {
    fileprivate func mappingTexts(_ change: (String) -> String) -> RecordedAssertion {
        var mapped = self
        mapped.expression = change(expression)
        mapped.value = value.map(change)
        mapped.place = place.map(change)
        mapped.code = code.map { CodeLine(text: change($0.text), column: $0.column) }
        switch outcome {
        case .failed(let found, let expected):
            mapped.outcome = .failed(found: change(found), expected: change(expected))
        case .notEvaluated(let reason): mapped.outcome = .notEvaluated(change(reason))
        case .passed, .skipped: break
        }
        return mapped
    }
}

extension AuxiliaryExchange {
    fileprivate func mappingTexts(_ change: (KeptText, String) -> String) -> AuxiliaryExchange {
        var mapped = self
        mapped.summary = change(KeptText(subject: .summary), summary)
        mapped.exchange = exchange?.mappingTexts { change(KeptText(subject: .exchange, part: $0), $1) }
        mapped.captures = captures.map { capture in
            capture.mappingTexts { change(KeptText(subject: .capture(capture.variable)), $0) }
        }
        return mapped
    }
}
