import CollectionFiles
import CommandLineTool
import DemoAPI
import Foundation
import Interchange
import MicroClient
import OpenCollection

/// The program from its arguments to its exit status.
struct Program {
    static let version = PackageVersion.current

    let environment: [String: String]

    /// - Parameter arguments: The arguments without the program's own name.
    func run(_ arguments: [String]) -> Int32 {
        if let problem = OpenFileLimit.problem() { return complain(problem, .notBuilt) }
        do {
            return try perform(try Command.parse(arguments))
        } catch let error as UsageError {
            let status = complain("\(error)", error.status)
            for line in error.list { StandardStreams.note("  \(line)") }
            return status
        } catch let error as LocationError {
            return complain("\(error)", .usage)
        } catch let error as StandardStreams.WriteError where error.isClosedPipe {
            // A reader that has seen enough.
            return ExitStatus.success.rawValue
        } catch let error as DemoServerError {
            return complain("\(error)", .usage)
        } catch let refusal as SharingRefusal {
            return complain("\(refusal)", .notBuilt)
        } catch {
            return complain(ErrorWords.text(of: error), .notBuilt)
        }
    }

    private func perform(_ command: Command) throws -> Int32 {
        switch command {
        case .explore(let arguments): try ExploreCommand(arguments, environment: environment).run()
        case .demo(let arguments): try DemoCommand(arguments, environment: environment).run()
        case .demoAPI(let port): try DemoAPICommand(port: port).run()
        case .send(let arguments): try SendCommand(arguments, environment: environment).run()
        case .run(let arguments): try RunCommand(arguments, environment: environment).run()
        case .verify(let arguments): try VerifyCommand(arguments, environment: environment).run()
        case .export(let arguments): try ExportCommand(arguments, environment: environment).run()
        case .check(let arguments): try CheckCommand(arguments, environment: environment).run()
        case .importRequest(let arguments): try ImportCommand(arguments, environment: environment).run()
        case .lift(let arguments): try LiftCommand(arguments, environment: environment).run()
        case .replace(let arguments): try ReplaceCommand(arguments, environment: environment).run()
        case .initCollection(let arguments): try InitCommand(arguments).run()
        case .review(let arguments): try ReviewCommand(arguments, environment: environment).run()
        case .token(let arguments): try TokenCommand(arguments, environment: environment).run()
        case .session(let arguments): try SessionCommand(arguments, environment: environment).run()
        case .graphQL(let arguments): try GraphQLCommand(arguments, environment: environment).run()
        case .trust(let arguments): try TrustCommand(arguments, environment: environment).run()
        case .history(let arguments): try HistoryCommand(arguments, environment: environment).run()
        case .diff(let arguments): try DiffCommand(arguments, environment: environment).run()
        case .where: try WhereCommand(environment: environment).run()
        case .complete(let line): CompleteCommand(line: line, environment: environment).run()
        case .help(let topic, asJSON: false): try say(HelpText.text(of: topic))
        case .help(let topic, asJSON: true):
            try write { try HelpReport(topic, version: Self.version).writeJSON(to: $0) }
        case .manual(let page): try say(page.text)
        case .version(asJSON: false): try say("microscope \(Self.version)\n")
        case .version(asJSON: true): try write(VersionReport.own.writeJSON)
        case .schema(let choice): try say(choice.text)
        }
    }

    private func write(_ json: (@escaping (UnsafeRawBufferPointer) throws -> Void) throws -> Void) throws -> Int32 {
        try BodyOutput.whole(json)
        return ExitStatus.success.rawValue
    }

    private func say(_ text: String) throws -> Int32 {
        try StandardStreams.write(text)
        return ExitStatus.success.rawValue
    }

    /// Reports an error in one line that says what to do.
    private func complain(_ text: String, _ status: ExitStatus) -> Int32 {
        StandardStreams.complain(text)
        return status.rawValue
    }
}
