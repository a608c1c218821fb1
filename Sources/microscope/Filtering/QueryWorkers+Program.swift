import CollectionRunner
import FilterWorker

extension QueryWorkers {
    /// The word that makes this program a worker that evaluates XPath.
    static let markupWord = "--markup-worker"

    /// The workers of this program, within the user's limits for filters.
    static let own = QueryWorkers(jq: .own(FilterRun.workerWord), markup: .own(markupWord), limits: FilterRun.limits)
}
