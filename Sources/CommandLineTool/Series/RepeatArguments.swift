import Exchanges

/// `send --repeat` and its like.
enum RepeatArguments {
    /// Nil: nothing is repeated.
    static func plan(_ reader: ArgumentReader) throws(UsageError) -> Series.Plan? {
        guard let option = OptionSyntax.repeating.first(where: reader.has) else { return nil }
        guard option != .timeout || OptionSyntax.repeating.contains(where: { $0 != .timeout && reader.has($0) }) else {
            throw UsageError("--timeout is for repeating", advice: "give --repeat, --every or --until as well")
        }
        try refuseOthers(reader, beside: option)
        let limit: Int? = try reader.number(.repeat, "number of sends")
        return Series.Plan(
            limit: limit == 0 ? nil : limit ?? Series.Plan.usualLimit,
            pace: try span(.every, reader).map { .every($0) } ?? .atOnce, condition: try condition(reader),
            timeout: try span(.timeout, reader), endsUnsent: true, comparison: .first)
    }

    /// What tells of one send tells of none here.
    private static func refuseOthers(_ reader: ArgumentReader, beside option: OptionSyntax) throws(UsageError) {
        for other in [OptionSyntax.filter, .verbose, .showSecrets] where reader.has(other) {
            throw UsageError(
                "\(option.name) and \(other.name) contradict each other", advice: "a repeat prints a summary alone")
        }
        guard reader.values(of: .environments).count < 2 else {
            throw UsageError("\(option.name) takes one --env", advice: "repeat it in one environment after the other")
        }
    }

    private static func span(_ option: OptionSyntax, _ reader: ArgumentReader) throws(UsageError) -> Duration? {
        guard let text = reader.value(of: option) else { return nil }
        if let duration = RepeatSpan.duration(text) { return duration }
        throw UsageError("\(option.name) \(text) is no time", advice: "write 2s, 500ms or 1m, for example")
    }

    private static func condition(_ reader: ArgumentReader) throws(UsageError) -> RepeatCondition? {
        guard let text = reader.value(of: .until) else { return nil }
        do throws(RepeatConditionError) {
            return try RepeatCondition(text)
        } catch {
            throw UsageError("--until \(text) is no condition", advice: error.advice)
        }
    }
}
