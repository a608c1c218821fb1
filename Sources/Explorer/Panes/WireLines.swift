import Exchanges
import ExplorerKit
import MicroClient
import Secrets
import TextGrid

/// The bytes on the wire, attempt by attempt and hop by hop, with the helper requests between.
struct WireLines {
    struct Section {
        /// The attempt of the request; nil for a helper request.
        var attempt: Int?
        var lines: [[StyledText]]
    }
    let sections: [Section]

    var lines: [[StyledText]] { sections.flatMap(\.lines) }

    init(_ session: RequestSession, _ state: ExplorerState) {
        let attempts = session.wireAttempts
        let auxiliaryExchanges = AttemptLines.auxiliaryExchanges(of: session)
        let shows = session.look.showsSecrets
        guard !attempts.isEmpty || !auxiliaryExchanges.isEmpty else {
            sections = [
                Section(lines: [
                    [StyledText(state.withKeyNames("Nothing was sent yet: {send} sends the request."), .dimmed)]
                ])
            ]
            return
        }
        let places = session.secrets
        let status = Section(lines: [[StyledText(Self.status(shows), shows ? .warning : .dimmed)]])
        sections =
            [status]
            + attempts.lines(
                after: auxiliaryExchanges, \.attemptsBefore, of: { [Section(lines: Self.lines(of: $0, state))] },
                { [Section(attempt: $0.number, lines: Self.lines(of: $0, masks: !shows, places, state))] })
    }

    static func status(_ shows: Bool) -> String {
        shows ? "Secrets are shown: Ctrl-O hides them." : "Secrets are hidden: Ctrl-O shows them."
    }

    private static func lines(of auxiliary: AuxiliaryExchange, _ state: ExplorerState) -> [[StyledText]] {
        (auxiliary.exchange?.attempts ?? []).flatMap(\.hops).flatMap { hop in
            [[], [StyledText(auxiliary.purpose.text, .heading), StyledText(" (its secrets stay hidden)", .dimmed)]]
                + lines(of: hop, masks: true, SecretSet(), state)
        }
    }

    private static func lines(
        of attempt: Exchange.Attempt, masks: Bool, _ places: SecretSet, _ state: ExplorerState
    ) -> [[StyledText]] {
        let hops = attempt.hops.enumerated().flatMap { index, hop in
            [[], heading(attempt, index)] + lines(of: hop, masks: masks, places, state)
        }
        guard hops.isEmpty else { return hops }
        return [[], heading(attempt, 0), [StyledText("* nothing was sent", .dimmed)]]
    }

    private static func heading(_ attempt: Exchange.Attempt, _ index: Int) -> [StyledText] {
        let hop = attempt.hops.count > 1 ? ", hop \(index + 1)" : ""
        return [StyledText("Attempt \(attempt.number)\(hop)", .heading)]
    }

    private static func lines(
        of hop: Exchange.Hop, masks: Bool, _ places: SecretSet, _ state: ExplorerState
    ) -> [[StyledText]] {
        let transcript = transcript(of: hop, masks: masks, places, state)
        let early = hop.wire == nil && hop.timings.total == nil
        let note = [[StyledText("* incomplete: the bytes are shown at the end", .dimmed)]]
        return (early ? note : [])
            + transcript.lines.map { line in
                [StyledText("\(line.speaker.mark) ", .dimmed), StyledText(line.text, style(of: line.speaker))]
            }
    }

    private static func transcript(
        of hop: Exchange.Hop, masks: Bool, _ places: SecretSet, _ state: ExplorerState
    ) -> WireTranscript {
        guard masks else { return WireTranscript(hop, masks: false, now: state.now) }
        let (secrets, glyphs) = (state.secrets, state.glyphs)
        return WireTranscript(
            hop, masks: true, secrets: places.union(SecretSet(fieldNames: secrets.fieldNames)), now: state.now,
            hide: { secrets.masked($0, glyphs, isCut: $1) })
    }

    private static func style(of speaker: WireTranscript.Speaker) -> Style {
        switch speaker {
        case .note: .dimmed
        case .client: .plain
        case .server: .label
        case .failure: .failure
        }
    }
}

extension RequestSession {
    /// Whether what is shown may hold secrets.
    var showsSecrets: Bool { shownResponseTab.hidesByName && look.showsSecrets }

    /// The secrets in what was sent, or is being sent.
    var secrets: SecretSet {
        (response?.record?.secrets ?? SecretSet()).union(running?.secrets ?? SecretSet())
    }

    /// The attempts of the send under way, the running one included; else of the last one.
    var wireAttempts: [Exchange.Attempt] {
        guard let running, running.hasBegun || running.underWay.attempt != nil else {
            return AttemptLines.attempts(of: self)
        }
        return running.attempts + [running.underWay.attempt].compactMap { $0 }
    }
}
