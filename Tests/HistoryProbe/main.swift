import BodyStore
import ExchangeStore
import Exchanges
import Foundation

// Keeps exchanges as an instance of the program does, so that a test can kill it, run several, or take its rights away; and fills a history to
// be measured.
//
// `history-probe DIRECTORY keep` keeps until it is killed, and `... keep COUNT` that many. Each that is kept is a line on the standard output: its id. One
// in four has a body in a file; every eighth is deleted again, and is a line "- id" before it is kept and after.
// `history-probe DIRECTORY open [UID]` opens it as that user and keeps one: the line is "kept", or what went wrong.
// `history-probe DIRECTORY fill COUNT`, `history-probe DIRECTORY measure`: see below.

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(2) }
let directory = URL(fileURLWithPath: arguments[1], isDirectory: true)

func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

func keep(_ count: Int) throws {
    let store = try HistoryStore(directory: directory)
    let first = Int(getpid()) << 24 | Int.random(in: 0..<1 << 20)
    for number in first..<first + count {
        let length = number % 4 == 0 ? 80_000 + number % 7 * 300_000 : 700
        let sample = try SampleExchange(number, bodyLength: length, limits: store.limits)
        let id = sample.exchange.id.uuidString
        let isTransient = number % 8 == 0
        if isTransient { say("- \(id)") }
        try store.keep(sample.exchange, bodies: sample.bodies)
        if isTransient { try store.delete([sample.exchange.id]) }
        say(isTransient ? "- \(id)" : id)
    }
}

func open(asUser user: uid_t?) {
    if let user, setuid(user) != 0 { return say("setuid: \(errno)") }
    do throws(SQLiteError) {
        let store = try HistoryStore(directory: directory)
        guard let sample = try? SampleExchange(1, bodyLength: 200_000, limits: store.limits) else { return }
        try store.keep(sample.exchange, bodies: sample.bodies)
        say("kept")
    } catch {
        say("\(error.trouble): \(error)")
    }
}

switch arguments[2] {
case "keep": try keep(arguments.count > 3 ? Int(arguments[3]) ?? 0 : 1 << 20)
case "open": open(asUser: arguments.count > 3 ? uid_t(arguments[3]) : nil)
case "fill": try fill(Int(arguments.count > 3 ? arguments[3] : "") ?? 0)
case "measure": try measure()
default: exit(2)
}
