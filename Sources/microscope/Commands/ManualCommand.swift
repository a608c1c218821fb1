import CommandLineTool
import Explorer

/// `microscope manual PAGE`: a page of the manual, for `Scripts/generate-pages`.
enum ManualCommand {
    static func text(of page: ManualPage) -> String {
        switch page {
        case .keys: HelpLines.manualPage
        case .commandLine: HelpText.manualPage
        }
    }
}
