/// What pages above the panes show once it is known.
struct PagesState: Sendable {
    /// In what two responses differ; nil while they are being compared.
    var difference: ShownDifference?
    /// How long a request took; nil while that is being found out.
    var latency: ShownLatency?
    /// The page of keys, laid out; nil while it is not shown.
    var helpLayout: HelpLayout?
    /// The tour that is being taken, or offered.
    var tour: Tour?
}
