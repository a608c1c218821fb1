import CommandLineTool
import Explorer
import ExplorerKit

extension ManualPage {
    /// The text of a page of the manual, for `Scripts/generate-pages` and `Scripts/install`.
    var text: String {
        switch self {
        case .keys: HelpLines.manualPage
        case .commandLine: HelpText.manualPage
        case .historyFilters: HistoryFilterHelp.manualPage
        case .settings:
            SettingsPage.manualPage(
                themes: ThemeName.builtIn.map { ($0.text, $0.summary ?? "") }, styles: Theme.styles.map(\.name))
        case .jsonKeys: KeysPage.markdown
        case .man: ManPage.program(version: Program.version)
        case .manKeys: ManPage.keys(HelpLines.manualSections, version: Program.version)
        case .manFormat: ManPage.format(version: Program.version)
        case .requestFormat: FormatPage.markdown
        case .manExplore: Self.man(.explore)
        case .manShare: Self.man(.share)
        case .manReplay: Self.man(.replay)
        case .manAutomate: Self.man(.automate)
        case .jobExplore: JobPage.of(.explore).markdown(key: Self.key(of:))
        case .jobShare: JobPage.of(.share).markdown(key: Self.key(of:))
        case .jobReplay: JobPage.of(.replay).markdown(key: Self.key(of:))
        case .jobAutomate: JobPage.of(.automate).markdown(key: Self.key(of:))
        case .bashCompletion: CompletionScript.bash.text
        case .zshCompletion: CompletionScript.zsh.text
        case .fishCompletion: CompletionScript.fish.text
        }
    }

    private static func man(_ job: JobPage.Job) -> String {
        ManPage.job(JobPage.of(job), version: Program.version, key: key(of:))
    }

    private static func key(of action: String) -> String {
        // The pages are tables of this program: a name in them that is no action is a fault in its source, and a test reads every page.
        guard let key = HelpLines.firstKey(ofAction: action) else {
            preconditionFailure("a page of the manual names \(action), which no key does")
        }
        return key
    }
}
