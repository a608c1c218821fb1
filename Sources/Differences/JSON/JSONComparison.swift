public import BodyStore
public import BodyView

/// Compares two bodies as JSON: reads both, so it needs its own thread.
///
/// Each is read once, and each value gets a fingerprint; then only different parts are examined, with an explicit stack.
public struct JSONComparison: Sendable {
    public let old: BodyStore
    public let new: BodyStore
    /// Whether the bodies consist of several values (JSON lines): they are compared as the elements of one array, `$[0]` the first.
    public var isSequence = false
    public var options = JSONComparisonOptions()
    public var rules = IgnoreRules.none

    public init(old: BodyStore, new: BodyStore) { (self.old, self.new) = (old, new) }

    /// The result of the comparison.
    public enum Outcome: Sendable {
        case compared(JSONDifferences)
        /// One or both bodies are not JSON, for these reasons. Both are compared as text then.
        case notJSON(old: BodyFault?, new: BodyFault?)
    }

    /// Compares the bodies; nil if cancelled.
    ///
    /// - Parameter isCancelled: A closure called once for each container that differs, and while the bodies are read.
    public func run(isCancelled: () -> Bool = { false }) -> Outcome? {
        guard let (oldEnd, oldFault) = validate(old, isCancelled), let (newEnd, newFault) = validate(new, isCancelled)
        else { return nil }
        guard oldFault == nil, newFault == nil else { return .notJSON(old: oldFault, new: newFault) }
        return old.withBytes(in: 0..<oldEnd) { oldBytes in
            new.withBytes(in: 0..<newEnd) { newBytes in
                // If the system returns fewer bytes than were read, nothing is trusted.
                guard oldBytes.count == oldEnd, newBytes.count == newEnd else {
                    return .notJSON(old: unreadable(oldBytes.count), new: unreadable(newBytes.count))
                }
                return compare(oldBytes, newBytes, isCancelled).map(Outcome.compared)
            }
        }
    }

    private func compare(
        _ oldBytes: UnsafeRawBufferPointer, _ newBytes: UnsafeRawBufferPointer, _ isCancelled: () -> Bool
    ) -> JSONDifferences? {
        withoutActuallyEscaping(isCancelled) { isCancelled in
            let old = JSONSide(oldBytes, isSequence: isSequence, options: options)
            if isCancelled() { return nil }
            let new = JSONSide(newBytes, isSequence: isSequence, options: options)
            var comparing = JSONComparing(
                old, new, options, ReadyRules(rules),
                JSONDifferences(old: self.old, new: self.new, rules: rules.rules), isCancelled)
            return comparing.run()
        }
    }

    private func unreadable(_ count: Int) -> BodyFault {
        BodyFault(offsetInBytes: count, line: 1, column: 1, reason: "the body could not be read back")
    }

    /// Returns the number of bytes that were read, and the fault if there is one; nil if cancelled.
    private func validate(_ store: BodyStore, _ isCancelled: () -> Bool) -> (end: Int, fault: BodyFault?)? {
        var index = BodyIndex(kind: isSequence ? .jsonLines : .json)
        while !isCancelled() {
            let progress = index.extend(over: store, budget: 1 << 22)
            if progress.isComplete || index.fault != nil { return (index.scannedBytes, index.fault) }
            guard progress.scannedBytes < progress.knownBytes else {
                let fault = BodyFault(
                    offsetInBytes: progress.scannedBytes, line: 1, column: 1, reason: "the body has not ended yet")
                return (progress.scannedBytes, fault)
            }
        }
        return nil
    }
}
