import CommandLineTool
import DemoAPI
import Foundation

enum Program { static let version = "0.1.0" }
if case .manual(let page)? = try? Command.parse(Array(CommandLine.arguments.dropFirst())) {
    ManualCommand.run(page)
    exit(0)
}
let server = try DemoServer(port: 0)
var trace: Int32?
if let i = CommandLine.arguments.firstIndex(of: "--trace-frames") { trace = Int32(CommandLine.arguments[i + 1]) }
exit(
    try ExplorerProgram(
        .init(
            collectionDirectory: URL(fileURLWithPath: CommandLine.arguments[1]), environmentName: "local",
            sessionValues: ["baseUrl": server.baseURL], traceDescriptor: trace)
    ).run())
