import ExchangeStore
import Exchanges
import Foundation

/// Keeps a number of exchanges, the way the program keeps them: one by one.
func fill(_ count: Int) throws {
    let store = try HistoryStore(directory: directory)
    for number in 0..<count {
        let sample = try SampleExchange(number, limits: store.limits)
        try store.keep(sample.exchange, bodies: sample.bodies)
    }
    say("bytes\t\(try store.bytesOnDisk())")
}

/// A line for each question, with the milliseconds that it took: the middle of five times.
func measure() throws {
    let store = try HistoryStore(directory: directory)
    let last = try store.count() - 1
    func time(_ name: String, _ work: () throws -> Int) throws {
        var times: [Duration] = []
        var found = 0
        for _ in 0..<5 { times.append(try ContinuousClock().measure { found = try work() }) }
        let (seconds, attoseconds) = times.sorted()[2].components
        say("\(name)\t\(String(format: "%.2f", Double(seconds) * 1_000 + Double(attoseconds) / 1e15))\t\(found)")
    }
    func list(_ name: String, _ tests: HistoryFilter.Test...) throws {
        let filter = HistoryFilter(tests.map { HistoryFilter.Term($0) })
        try time("list \(name)") { try store.rows(filter, limit: 50).count }
        try time("count \(name)") { try store.count(filter) }
    }
    try time("open") { try HistoryStore(directory: directory).rows(limit: 50).count }
    try list("all")
    try list("request", .request("folder-7/request-77.yml"))
    try list("one request", .sent(of: "folder-7/request-77.yml", in: "/apis/api-0"))
    try list("requests, many", .request("folder"))
    try list("status, some", .status(500...599))
    try list("status, none", .status(404...404))
    try list("method", .method("post"))
    try list("environment", .environment("staging"))
    try list("host", .host("api-3.example.com"))
    try list("host, none", .host("elsewhere.test"))
    try list("path", .path("/accounts/77/"))
    try list("path, none", .path("nowhere"))
    try list("error", .error("timed"))
    try list("slower", .slower(.seconds(2)))
    try list("slower, none", .slower(.seconds(20)))
    try list("since", .since(Date(timeIntervalSince1970: Double(1_700_000_000 + last * 30))))
    try list("body, one", .body("needle-\(last / 3)x"))
    try list("body, many", .body("item42"))
    try list("body, most", .body("items"))
    try list("header, one", .header("X-Request-Id: r-\(last / 2)"))
    try list("header, all", .header("Server: nginx"))
    try list("text, one", .text("needle-\(last / 3)x"))
    try list("text, all", .text("example"))
    try list("draft", .isDraft)
    try list("status, host, slower", .status(200...299), .host("api-2.example.com"), .slower(.seconds(1)))
    try time("latest by request") { try store.latestByRequest(collection: "/apis/api-1").count }
    try time("samples") {
        try store.samples(collection: "/apis/api-1", request: "folder-17/request-177.yml").count
    }
    try time("latency, all") { LatencyReport(try store.samples(HistoryFilter())).count }
    let id = try store.rows(limit: 1).first?.id
    try time("one whole") { try id.flatMap { try store.exchange($0) } == nil ? 0 : 1 }
    try time("delete") {
        try store.delete(try store.rows(limit: 1).map(\.id))
        return 1
    }
}
