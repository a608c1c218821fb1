import Exchanges

/// The parsing of `send --repeat` and similar options.
enum RepeatArguments {
    /// Returns the plan of a repetition; nil if nothing is repeated.
    static func plan(_ reader: ArgumentReader) throws(UsageError) -> Series.Plan? {
        guard let option = OptionSyntax.repeating.first(where: reader.has) else { return nil }
        try refuseOthers(reader, beside: option)
        return Series.Plan.repeating(
            try reader.number(.repeat, "number of sends"), every: try reader.span(.every), until: try condition(reader),
            timeout: try reader.span(.maximumTime))
    }

    /// Throws if an option is given that is only for a single send.
    private static func refuseOthers(_ reader: ArgumentReader, beside option: OptionSyntax) throws(UsageError) {
        for other in [OptionSyntax.filter, .output, .verbose, .showSecrets] where reader.has(other) {
            throw UsageError(
                "\(option.name) and \(other.name) contradict each other", advice: "a repeat prints only a summary")
        }
        guard reader.values(of: .environments).count < 2 else {
            throw UsageError("\(option.name) takes one --env", advice: "repeat it in each environment separately")
        }
    }

    private static func condition(_ reader: ArgumentReader) throws(UsageError) -> RepeatCondition? {
        guard let text = reader.value(of: .until) else { return nil }
        do throws(RepeatConditionError) {
            return try RepeatCondition(text)
        } catch {
            throw UsageError("--until \(text) is not a condition", advice: error.advice)
        }
    }
}
