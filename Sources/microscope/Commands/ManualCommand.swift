import CommandLineTool
import Explorer

extension ManualPage {
    /// A page of the manual, for `Scripts/generate-pages` and `Scripts/install`.
    var text: String {
        switch self {
        case .keys: HelpLines.manualPage
        case .commandLine: HelpText.manualPage
        case .historyFilters: HistoryFilterHelp.manualPage
        case .settings: SettingsPage.manualPage
        case .man: ManPage.program(version: Program.version)
        case .manKeys: ManPage.keys(HelpLines.manualSections, version: Program.version)
        case .bashCompletion: CompletionScript.bash.text
        case .zshCompletion: CompletionScript.zsh.text
        case .fishCompletion: CompletionScript.fish.text
        }
    }
}
