import BodyStore
public import Foundation
import MicroClient
import Secrets
import Text

/// Masks more than what is known to be secret: for what goes to other people, and for what comes from them.
///
/// Besides what ``HistoryMasking`` does, everything under a name that says so is masked: in URLs wherever they stand, query and fragment, in fields both
/// ways, in bodies the items of forms, the parts, the members of JSON at any depth, elements and attributes; and what was found so wherever else it
/// stands, in whatever spelling. Markers stay. What stood on the wire is left out.
public struct CarefulMasking {
    private var names: SecretNames
    private let known: Set<String>
    private let masking: HistoryMasking
    private let memory = MaskedTexts()

    /// - Parameters:
    ///   - records: all that are masked: what is secret in one of them is so in the others.
    ///   - known: further secrets, by name, and markers that stand in the records already.
    ///   - limits: how much of a body is taken along.
    ///   - spillDirectory: where bodies that had to be changed lie when they are long.
    ///   - checkCancellation: asked before each record; throws when it is not wanted any more.
    public init(
        _ records: [RecordedExchange], known: [NamedSecret] = [], markers: Set<String> = [],
        limits: HistoryMasking.BodyLimits = HistoryMasking.BodyLimits(), spillDirectory: URL,
        checkCancellation: () throws -> Void
    ) rethrows {
        masking = HistoryMasking(limits: limits, spillDirectory: spillDirectory)
        self.known = markers
        let captured = records.flatMap { record in
            (record.captures + record.errands.flatMap(\.captures)).compactMap(\.suspected)
        }
        names = SecretNames(records.flatMap(\.secrets.named) + known + captured, markers: markers.sorted())
        for record in records {
            try checkCancellation()
            let record = record.asLastSent
            names.gather(record)
            names.gatherSuspected(record, upTo: Int(limits.whole))
        }
    }

    /// What may be kept of a record, or given away, and the bodies that it names by their hash.
    ///
    /// - Parameter record: one of those that this was made with.
    /// - Throws: ``BodyStoreError`` when a body that had to be changed finds no room.
    public func masked(_ record: RecordedExchange, source: KeptExchange.Source) throws -> PastExchange {
        var record = record.asLastSent
        record.captures.hideSuspected()
        for index in record.errands.indices { record.errands[index].captures.hideSuspected() }
        record.assertions = record.assertions.map(\.withoutSuspected)
        // Free text and code of one's own: who shares an exchange does not expect them in it.
        record.console = []
        for index in record.assertions.indices { record.assertions[index].code = nil }
        let (kept, bodies) = try masking.kept(record, source: source, mask)
        func body(_ kept: KeptBody?) -> BodyStore? {
            kept.flatMap { kept in bodies.first { $0.sha256?.hexadecimal == kept.hash } }
        }
        return PastExchange(
            kept, requestBody: body(kept.requestBody), responseBody: body(kept.responseBody))
    }

    /// What is kept, masked more carefully: bodies keep what is known of their whole, markers how they were written.
    ///
    /// - Parameter past: what one of the records was made of.
    /// - Throws: ``BodyStoreError`` when a body that had to be changed finds no room.
    public func masked(_ past: PastExchange) throws -> PastExchange {
        var masked = try masked(RecordedExchange(past), source: past.kept.source)
        masked.kept.takeOver(past.kept)
        return masked
    }

    /// A text beside the records: a note.
    public func masked(_ text: String) -> String { mask.words(text) }

    private var mask: HistoryMask { HistoryMask(names: names, isCareful: true, memory: memory) }

    /// Names of markers that may stand in what was masked.
    public func names(in past: PastExchange) -> Set<String> {
        let exchanges = [past.kept.exchange] + past.kept.errands.compactMap(\.exchange)
        let fields = exchanges.flatMap(\.texts).compactMap(\.field)
        let captures = past.kept.captures + past.kept.errands.flatMap(\.captures)
        return names.all.union(known).union(fields.map(\.name))
            .union(captures.map(\.variable)).union(["secret", "user information"])
    }
}

extension [RecordedCapture] {
    fileprivate mutating func hideSuspected() {
        for index in indices where self[index].suspected != nil { self[index].isSecret = true }
    }
}

extension RecordedCapture {
    /// Its value under a name that says it to be secret.
    fileprivate var suspected: NamedSecret? {
        guard let json else { return nil }
        let text = json.hasPrefix("\"") ? JSONText.decoded(json.utf8.dropFirst().dropLast()) : json
        guard isSecret || Redaction.isSecret(text, under: variable) else { return nil }
        return text.isEmpty || SecretMarker.areAll(of: text) ? nil : NamedSecret(name: variable, value: text)
    }
}

extension RecordedAssertion {
    /// Without what was found and expected where the expression ends in a name that says it to be secret.
    fileprivate var withoutSuspected: RecordedAssertion {
        let name =
            expression.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }.last.map(String.init) ?? ""
        guard Redaction.isSecret(name: name) else { return self }
        let marker = SecretMarker.text(of: name)
        var masked = self
        if masked.value != nil { masked.value = marker }
        if case .failed = outcome { masked.outcome = .failed(found: marker, expected: marker) }
        return masked
    }
}
