/// The result of a worker.
public struct WorkerResult: Sendable, Hashable {
    public enum Problem: Sendable, Hashable {
        /// The library is not there.
        case notInstalled
        /// The work is not done, whatever the body; of a filter, in jq's own words.
        case refused(String)
        /// The work failed for a value, in the library's own words; it may have succeeded for others.
        case failed(String)
        /// The body is not what it should be, in the library's own words.
        case broken(String)
        case outOfMemory(limit: Int)
        /// A signal ended it, such as a library gets where it does not notice that there is no more memory; in the system's words.
        case crashed(String, limit: Int)
        case outOfTime(seconds: Int)
        /// The worker died, or could not be started.
        case died(String)
        /// The output could not be kept.
        case notKept(String)
    }

    /// Values written.
    public var count = 0
    public var problem: Problem?
    /// Whether there was more than is kept.
    public var isCut = false
    /// Whether numbers that were not computed with keep their digits.
    public var keepsDigits = false
    /// The first complaint of the library, even if there is a result.
    var complaint: String?

    public init() {}
}

/// A program that becomes the worker, and the words that make it one.
public struct WorkerProgram: Sendable, Hashable {
    public var path: String
    public var words: [String]

    public init(path: String, words: [String]) {
        self.path = path
        self.words = words
    }
}
