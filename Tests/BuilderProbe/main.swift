import Foundation
import MicroClient
import MicroClientCurl

// Transfers a body by the builder, and prints what came of it and how much memory that took, in bytes: the memory is a process's own.
// `builder-probe TRANSPORT TRANSFER URL [FILE]`, where the transport is "curl" or "urlsession" and the transfer "download", "bodyStream"
// or "httpUpload". With no arguments it prints whether mocks are used.

private struct Count: Decodable { var bodySize: Int }

/// Returns the peak of the process's memory in bytes; 0 if the system does not report it.
private func peakMemory() -> Int {
    let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n") ?? []
    let words = lines.first { $0.hasPrefix("VmHWM:") }?.split(separator: " ") ?? []
    return words.compactMap { Int($0) }.first.map { $0 << 10 } ?? 0
}

private func transfer(_ client: NetworkClient, _ kind: String, _ file: URL) async throws -> Int {
    switch kind {
    case "download":
        let saved = try await client.call(.httpDownload, as: .identity)
        let size = try saved.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        try FileManager.default.removeItem(at: saved)
        return size
    case "bodyStream":
        let count: Count = try await client.bodyStream(file: file).post()
        return count.bodySize
    default: return try await client.call(.httpUpload(.file(file)), as: .decodable(Count.self)).bodySize
    }
}

let arguments = CommandLine.arguments.dropFirst().map { $0 }
guard arguments.count > 2, let url = URL(string: arguments[2]) else {
    print(NetworkClient(transport: CurlTransport.shared).withConfigs(\.usingMocksPolicy))
    exit(0)
}
private let session: any URLSessionProtocol = arguments[0] == "curl" ? .curl() : .shared
private let client = NetworkClient(url: url, session: session)
do {
    // What a process needs once is not what a transfer needs.
    try await client.head.call()
} catch {}
private let before = peakMemory()
print(try await transfer(client, arguments[1], URL(fileURLWithPath: arguments.last ?? "")), peakMemory() - before)
