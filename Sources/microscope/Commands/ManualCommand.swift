import CommandLineTool
import Explorer

/// Prints a page of the manual, for `Scripts/generate-pages`.
enum ManualCommand {
    static func run(_ page: ManualPage) {
        switch page {
        case .keys: print(HelpLines.manualPage, terminator: "")
        case .commandLine: print(HelpText.manualPage, terminator: "")
        }
    }
}
