import Differences
import OpenCollection

/// What a comparison goes by, made of what files and people say.
struct DifferenceRules: Sendable {
    var ignored = IgnoreRules.standard
    var options = JSONComparisonOptions()
    /// What of the settings is no rule, and why, one line each.
    private(set) var complaints: [String] = []

    /// The headers that always differ.
    init() {
        // A body must not be able to say how it is compared.
        options.seed = UInt64.random(in: .min ... .max)
    }

    /// What `microscope.yaml` says, before the headers that always differ. What is no rule is left out and told.
    init(_ settings: DifferenceSettings) {
        self.init()
        var rules: [IgnoreRule] = []
        for text in settings.ignore {
            do throws(IgnoreRuleError) { rules.append(try IgnoreRule(text)) } catch { note(error) }
        }
        for name in settings.headers {
            do throws(IgnoreRuleError) { rules.append(try IgnoreRule(header: name)) } catch { note(error) }
        }
        for array in settings.arrays {
            do throws(IgnoreRuleError) {
                options.arrays.append(try ArrayRule(path: array.path, matching: array.matching))
            } catch { note(error) }
        }
        ignored.rules = rules + ignored.rules
    }

    private mutating func note(_ error: IgnoreRuleError) { complaints.append("microscope.yaml: diff: \(error)") }
}
