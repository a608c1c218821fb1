import CollectionRunner
import FilterWorker

extension QueryMeans {
    /// The word that makes this program a worker that evaluates XPath.
    static let markupWord = "--markup-worker"

    /// The workers of this program, within the user's limits for filters.
    static let own = QueryMeans(jq: .own(FilterRun.workerWord), markup: .own(markupWord), limits: FilterRun.limits)
}
