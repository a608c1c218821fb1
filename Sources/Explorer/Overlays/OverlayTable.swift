/// Everything that can stand above the panes, in the order in which help shows it. A new one is a file with a type that conforms to
/// ``Overlay``, and a line here.
enum OverlayTable {
    static let all: [any Overlay.Type] = [
        DraftView.self,
        Chooser.self,
        StartList.self,
        SendToState.self,
        VariablesState.self,
        CookiesState.self,
        FindInput.self,
        HistoryState.self,
        DifferenceView.self,
        ExamplePreview.self,
        LatencyState.self,
        ReplayForm.self,
        RepeatForm.self,
        SeriesView.self,
        ShareState.self,
        ImportPreview.self,
        LiftPreview.self,
        Prompt.self,
        MergeState.self,
        ValuesForm.self,
        TrustQuestion.self,
        ConsentState.self,
        HelpState.self,
        FinderState.self,
        PaletteState.self,
        JumpState.self,
        ActivitiesState.self,
        ReportState.self,
    ]
}
