import CommandLineTool
import Differences
import OpenCollection

/// The rules of a comparison, from files and from the user.
struct DifferenceRules: Sendable {
    var ignored = IgnoreRules.standard
    var options = JSONComparisonOptions()
    /// The settings that are no valid rules, each with the reason, one line each.
    private(set) var complaints: [String] = []

    /// Creates the rules that ignore the headers that always differ.
    init() {
        // A body must not be able to say how it is compared.
        options.seed = UInt64.random(in: .min ... .max)
    }

    /// Creates the rules of `microscope.yaml`, before the headers that always differ. Invalid ones are left out and reported.
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

    /// Creates the rules of `microscope.yaml` for a request, before the headers that always differ.
    ///
    /// - Throws: ``UsageError`` for an invalid rule.
    init(of path: ItemPath, in collection: OpenCollection.Collection) throws(UsageError) {
        self.init(collection.companion.differenceSettings(of: path))
        if let complaint = complaints.first {
            throw UsageError(complaint, advice: "fix the rule in microscope.yaml")
        }
    }

    private mutating func note(_ error: IgnoreRuleError) { complaints.append("microscope.yaml: diff: \(error)") }
}
