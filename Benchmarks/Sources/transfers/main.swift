// Carries one large body and prints the seconds and the megabytes per second:
//
//   transfers memory | drop | file | upload | urlsession-memory | urlsession-file  URL  [FILE]
//
// memory: the whole body as one value; drop: chunk by chunk, none kept; file: into FILE; upload: FILE by PUT.

import Foundation
import MicroClient
import MicroClientCurl

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct Refused: Error {}

/// Carries one body and returns how many bytes it had.
func carry(_ name: String, _ url: URL, _ file: URL) async throws -> Int64 {
    let client = NetworkClient(configuration: NetworkConfiguration(session: .curl(), baseURL: url))
    let get = WireRequest(url: url.absoluteString)
    switch name {
    case "memory": return Int64(try await client.send(get).collect().count)
    case "drop": return try await length(of: client.send(get).body)
    case "file": return try await client.send(get).save(to: file)
    case "upload":
        let put = WireRequest(method: .put, url: url.absoluteString, body: .file(file))
        guard try await client.send(put).status < 300 else { throw Refused() }
        return size(of: file)
    case "urlsession-memory": return Int64(try await URLSession.shared.data(from: url).0.count)
    case "urlsession-file": return size(of: try await URLSession.shared.download(from: url).0)
    default: throw Refused()
    }
}

func length(of body: WireBody) async throws -> Int64 {
    var count: Int64 = 0
    for try await chunk in body { count += Int64(chunk.count) }
    return count
}

func size(of file: URL) -> Int64 {
    (try? FileManager.default.attributesOfItem(atPath: file.path))?[.size] as? Int64 ?? 0
}

let arguments = CommandLine.arguments
guard arguments.count >= 3, let url = URL(string: arguments[2]) else {
    print("transfers memory|drop|file|upload|urlsession-memory|urlsession-file URL [FILE]")
    exit(2)
}
let start = ContinuousClock.now
let count = try await carry(arguments[1], url, URL(fileURLWithPath: arguments.count > 3 ? arguments[3] : "/dev/null"))
print((ContinuousClock.now - start) / .seconds(1), count)
