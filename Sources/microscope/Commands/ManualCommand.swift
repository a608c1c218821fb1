import CommandLineTool
import Explorer

extension ManualPage {
    /// A page of the manual, for `Scripts/generate-pages`.
    var text: String {
        switch self {
        case .keys: HelpLines.manualPage
        case .commandLine: HelpText.manualPage
        case .historyFilters: HistoryFilterHelp.manualPage
        }
    }
}
