import Exchanges
public import MicroClient
public import OpenCollection

/// The time limits of a command, which no person interrupts.
public struct TimeLimits: Sendable, Hashable {
    /// `--timeout`: the time from the beginning of a request to its end, whatever its file says. Zero: no limit; nil: as its file says.
    public var ofEachRequest: Duration?
    /// `--max-time`: the time of everything that the command sends; nil: no limit.
    public var inAll: Duration?

    /// The time without a byte after which a request without a limit of its own is given up: otherwise a job on a server would hang for hours.
    public static let silence = Duration.seconds(120)

    public init() {}

    /// Returns a request with the limits of this command.
    public func limited(_ rendered: RenderedRequest) -> RenderedRequest {
        var rendered = rendered
        if let ofEachRequest { rendered.timeout = ofEachRequest > .zero ? ofEachRequest : nil }
        rendered.idleTimeout = idleTimeout(beside: rendered.timeout)
        return rendered
    }

    /// The options for a request whose file is not known.
    public var options: TransferOptions {
        var options = TransferOptions()
        if let ofEachRequest, ofEachRequest > .zero { options.totalTimeout = ofEachRequest }
        options.idleTimeout = idleTimeout(beside: options.totalTimeout)
        return options
    }

    private func idleTimeout(beside total: Duration?) -> Duration? {
        total == nil && ofEachRequest == nil ? Self.silence : nil
    }
}

extension OptionSyntax {
    static let timeout = OptionSyntax(
        name: "--timeout", value: "TIME",
        summary:
            "timeout of each request: 2s, 500ms, 1m; 0: none",
        fallback: "that of its file, else 120 s without a byte"
    )
    static let maximumTime = OptionSyntax(
        name: "--max-time", value: "TIME", summary: "time limit of the whole command")
    static let limits: [OptionSyntax] = [.timeout, .maximumTime]
}

extension ArgumentReader {
    func limits() throws(UsageError) -> TimeLimits {
        var limits = TimeLimits()
        limits.ofEachRequest = value(of: .timeout) == "0" ? .zero : try span(.timeout)
        limits.inAll = try span(.maximumTime)
        return limits
    }

    /// Returns the time of an option; nil if it was not given.
    func span(_ option: OptionSyntax) throws(UsageError) -> Duration? {
        guard let text = value(of: option) else { return nil }
        if let duration = RepeatSpan.duration(text) { return duration }
        throw UsageError("\(option.name) \(text) is not a time", advice: "write 2s, 500ms or 1m, for example")
    }
}
