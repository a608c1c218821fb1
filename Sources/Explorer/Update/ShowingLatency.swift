import Exchanges
import Foundation
import OpenCollection
import TextGrid

// How long a request took: asked for, shown, and gone through.

extension ExplorerState {
    /// Of the exchange under the cursor of the history; else of the shown request.
    mutating func openLatency() -> [Effect] {
        guard let order = latencyOrder else { return [] }
        pages.latency = nil
        overlays.append(LatencyState(order))
        return [effect(.latency, .latency(order))]
    }

    private var latencyOrder: LatencyOrder? {
        if let history = overlays.last as? HistoryState {
            guard let origin = history.row?.origin, let collection = origin.collection, let path = origin.requestPath
            else { return nil }
            return LatencyOrder(collection: collection, request: ItemPath(path), environment: origin.environment)
        }
        guard let shown, session?.isRequest == true else { return nil }
        return LatencyOrder(collection: current.path, request: shown, environment: environmentName)
    }

    var reasonWithoutLatency: String? {
        guard latencyOrder == nil else { return nil }
        guard let history = overlays.last as? HistoryState else { return reasonWithoutRequest }
        return history.row == nil
            ? "No exchange is listed." : "It belongs to no request of a collection: there is nothing to set it beside."
    }

    private var latencyView: LatencyState? { overlays.last as? LatencyState }

    mutating func take(_ shown: ShownLatency) {
        // It was closed, or another one was asked for.
        guard let view = overlays.lazy.compactMap({ $0 as? LatencyState }).last,
            view.order == shown.order
        else { return }
        pages.latency = shown
        arrangeLatency()
    }

    mutating func leaveLatency(because reason: String) {
        overlays.removeAll(where: { $0 is LatencyState })
        pages.latency = nil
        status = StatusMessage(.warning, reason)
    }

    /// As many stretches of time as there is room for.
    mutating func arrangeLatency() {
        guard let shown = pages.latency else { return }
        let offset = secondsFromGMT
        let clock = HistoryClock(now: now) { _ in offset }
        let buckets = shown.report.buckets(atMost: LatencyPane.chartColumns(self), clock)
        pages.latency?.buckets = buckets
    }

    mutating func closeLatency() -> [Effect] {
        pages.latency = nil
        return [effect(.latency, .cancel)]
    }

    // MARK: - Going through it

    private mutating func select(_ index: Int) {
        guard var view = latencyView, let bucket = pages.latency?.buckets[safe: index] else { return }
        view.selected = bucket.span.lowerBound
        replaceTop(view)
    }

    mutating func moveInLatency(_ action: Action, _ view: LatencyState) {
        guard let latency = pages.latency else { return }
        let last = max(0, latency.buckets.count - 1)
        let index = latency.index(of: view.selected)
        switch action {
        case .moveLeft: select(max(0, index - 1))
        case .moveRight: select(min(last, index + 1))
        default: select(Self.moved(index, action, page: 10, last: last))
        }
    }

    mutating func goToStep(by direction: Int) {
        guard let view = latencyView, let latency = pages.latency else { return }
        let index = latency.index(of: view.selected)
        let places = latency.report.steps.map { latency.index(of: $0.at) }
        let next = direction > 0 ? places.first { $0 > index } : places.last { $0 < index }
        guard let next else {
            let words =
                places.isEmpty
                ? "No step is found." : direction > 0 ? "That was the last step." : "That was the first step."
            status = StatusMessage(.info, words)
            return
        }
        select(next)
    }

    mutating func showOtherEnvironment() -> [Effect] {
        guard var view = latencyView, let environments = pages.latency?.environments else { return [] }
        let place = environments.firstIndex(of: view.order.environment)
        guard let next = environments[safe: place.map { ($0 + 1) % environments.count } ?? 0],
            next != view.order.environment
        else {
            status = StatusMessage(.info, "It was sent to no other environment.")
            return []
        }
        view.order.environment = next
        replaceTop(view)
        pages.latency = nil
        return [effect(.latency, .latency(view.order))]
    }

    /// The exchanges of a stretch of time, in a list above it.
    mutating func showBucket() -> [Effect] {
        guard let view = latencyView, let latency = pages.latency,
            let bucket = latency.buckets[safe: latency.index(of: view.selected)]
        else { return [] }
        guard bucket.count > 0 else {
            status = StatusMessage(.info, "Nothing was sent then.")
            return []
        }
        let offset = secondsFromGMT
        let clock = HistoryClock(now: now) { _ in offset }
        var list = HistoryState()
        list.filter = TextEditor(Self.filter(of: bucket, view.order).text(clock), isMultiline: false)
        overlays.append(list)
        return listHistory()
    }

    private static func filter(of bucket: LatencyBucket, _ order: LatencyOrder) -> HistoryFilter {
        let tests: [HistoryFilter.Test] = [
            .sent(of: order.request.text, in: order.collection), .environment(order.environment),
            .since(bucket.span.lowerBound), .before(bucket.span.upperBound),
        ]
        return HistoryFilter(tests.map { HistoryFilter.Term($0) })
    }
}

extension ShownLatency {
    /// Index of the stretch of time that a moment lies in, or the nearest one; nil means the last.
    func index(of moment: Date?) -> Int {
        guard let moment else { return max(0, buckets.count - 1) }
        return buckets.lastIndex { $0.span.lowerBound <= moment } ?? 0
    }
}

extension LatencyState: Overlay {
    func context(in explorer: ExplorerState) -> ActionContext { .latency }
    func footer(in explorer: ExplorerState) -> [Action] {
        [.showBucket, .otherEnvironment, .nextStep, .previousStep, .utc, .help, .dismiss]
    }
    var keyHint: String? { "Enter lists what was sent then, Esc closes." }

    func move(_ action: Action, in explorer: inout ExplorerState) -> [Effect] {
        explorer.moveInLatency(action, self)
        return []
    }
    func dismiss(in explorer: inout ExplorerState) -> [Effect] {
        explorer.overlays.removeLast()
        return explorer.closeLatency()
    }

    func draw(_ explorer: ExplorerState, on grid: inout Grid) { LatencyPane.draw(self, explorer, on: &grid) }
}
