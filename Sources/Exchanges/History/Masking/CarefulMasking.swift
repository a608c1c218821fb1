import BodyStore
public import Foundation
import MicroClient
import Secrets

/// Masks more than the known secrets: for exchanges that go to other people, or come from them.
///
/// Besides what ``HistoryMasking`` does, everything under a name that suggests a secret is masked: in URLs anywhere, query and fragment, in fields of
/// requests and responses, in bodies the items of forms, the parts, the members of JSON at any depth, elements and attributes; and each value found
/// so, anywhere else, in any spelling. Markers stay. The raw traffic is left out.
public struct CarefulMasking {
    private var names: SecretNames
    private let known: Set<String>
    private let masking: HistoryMasking
    private let memory = MaskedTexts()

    /// - Parameters:
    ///   - records: All exchanges that are masked: a secret of one of them is a secret in the others.
    ///   - notes: What was written about them: a token in it is a secret in them.
    ///   - markers: Names of markers that the records contain already.
    ///   - limits: The amount of a body that is kept.
    ///   - spillDirectory: The directory of long bodies that had to be changed.
    ///   - checkCancellation: A closure that is called before each record; it throws if the result is no longer wanted.
    public init(
        _ records: [RecordedExchange], notes: [String] = [], markers: Set<String> = [],
        limits: HistoryMasking.BodyLimits = HistoryMasking.BodyLimits(), spillDirectory: URL,
        checkCancellation: () throws -> Void
    ) rethrows {
        masking = HistoryMasking(limits: limits, spillDirectory: spillDirectory)
        self.known = markers
        let captured = records.flatMap { record in
            (record.captures + record.auxiliaryExchanges.flatMap(\.captures)).compactMap(\.suspected)
        }
        names = SecretNames(records.flatMap(\.secrets.named) + captured, markers: markers.sorted())
        names.insert(tokens: notes.flatMap(\.tokens))
        for record in records {
            try checkCancellation()
            let record = record.asLastSent
            names.insert(tokens: record.tokens(upTo: Int(limits.whole)))
            names.gather(record)
            names.gatherSuspected(record, upTo: Int(limits.whole))
        }
    }

    /// Returns the part of a record that may be kept or given away, and the bodies that it names by their hash.
    ///
    /// - Parameter record: One of the records that this was created with.
    /// - Throws: ``BodyStoreError`` if there is no space for a body that had to be changed.
    public func masked(_ record: RecordedExchange, source: StoredExchange.Source) throws -> PastExchange {
        var record = record.asLastSent
        record.captures.hideSuspected()
        for index in record.auxiliaryExchanges.indices { record.auxiliaryExchanges[index].captures.hideSuspected() }
        record.assertions = record.assertions.map(\.withoutSuspected)
        // Free text and the user's own code: nobody who shares an exchange expects them in it.
        record.console = []
        for index in record.assertions.indices { record.assertions[index].code = nil }
        let (kept, bodies) = try masking.kept(record, source: source, mask)
        func body(_ kept: StoredBody?) -> BodyStore? {
            kept.flatMap { kept in bodies.first { $0.sha256?.hexadecimal == kept.hash } }
        }
        return PastExchange(
            kept, requestBody: body(kept.requestBody), responseBody: body(kept.responseBody))
    }

    /// Masks a kept exchange more carefully: bodies keep the facts about their whole, markers their spelling.
    ///
    /// - Parameter past: The exchange that one of the records was made of.
    /// - Throws: ``BodyStoreError`` if there is no space for a body that had to be changed.
    public func masked(_ past: PastExchange) throws -> PastExchange {
        var masked = try masked(RecordedExchange(past), source: past.kept.source)
        masked.kept.takeOver(past.kept)
        return masked
    }

    /// Masks a text beside the records: a note.
    public func masked(_ text: String) -> String { mask.text(text, as: .words).string }

    private var mask: HistoryMask { HistoryMask(names: names, isCareful: true, memory: memory) }

    /// Returns the names of markers that may occur in a masked exchange.
    public func names(in past: PastExchange) -> Set<String> {
        let fields = past.kept.facts.texts.compactMap(\.text.part.fieldName)
        let captures = past.kept.captures + past.kept.auxiliaryExchanges.flatMap(\.captures)
        return names.all.union(known).union(fields)
            .union(captures.map(\.variable)).union(["secret", "user information"])
    }
}

extension SecretNames {
    /// Inserts tokens. The name before one may hold a secret itself.
    fileprivate mutating func insert(tokens: [NamedSecret]) {
        insert(given: tokens.map { NamedSecret(name: readable($0.name), value: $0.value) })
    }
}

extension RecordedExchange {
    /// The tokens that are known by their look, and credentials after a name.
    ///
    /// - Parameter limit: The number of bytes of a body that are looked at.
    fileprivate func tokens(upTo limit: Int) -> [NamedSecret] {
        // Most texts occur again and again.
        Set(facts.texts.map(\.value)).sorted().flatMap(\.tokens)
            + [sentBody, responseBody].compactMap { $0 }.flatMap { body in
                body.withBytes(in: 0..<min(body.count, limit)) { NamedSecret.tokens(in: $0.bindMemory(to: UInt8.self)) }
            }
    }
}

extension String {
    fileprivate var tokens: [NamedSecret] { Array(utf8).withUnsafeBufferPointer(NamedSecret.tokens) }
}

extension NamedSecret {
    fileprivate static func tokens(in bytes: UnsafeBufferPointer<UInt8>) -> [NamedSecret] {
        SecretScan().spans(in: bytes, of: [.tokens]).map { token in
            NamedSecret(name: token.variableName, value: String(decoding: bytes[token.range], as: UTF8.self))
        }
    }
}

extension [RecordedCapture] {
    fileprivate mutating func hideSuspected() {
        for index in indices where self[index].suspected != nil { self[index].isSecret = true }
    }
}

extension RecordedCapture {
    /// The value as a secret if its name suggests one; else nil.
    fileprivate var suspected: NamedSecret? {
        guard let text, isSecret || SecretVocabulary.isSecret(text, under: variable) else { return nil }
        return text.isEmpty || SecretPlaceholder.areAll(of: text) ? nil : NamedSecret(name: variable, value: text)
    }
}

extension RecordedAssertion {
    /// The assertion with its found and expected values masked if the expression ends in a name that suggests a secret.
    fileprivate var withoutSuspected: RecordedAssertion {
        let name =
            expression.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }.last.map(String.init) ?? ""
        guard SecretVocabulary.isSecret(nil, under: name) else { return self }
        let marker = SecretPlaceholder.text(of: name)
        var masked = self
        if masked.value != nil { masked.value = marker }
        if case .failed = outcome { masked.outcome = .failed(found: marker, expected: marker) }
        return masked
    }
}
