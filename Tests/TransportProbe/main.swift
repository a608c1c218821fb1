import Foundation
import MicroClient
import MicroClientCurl

// Fetches the URL of its argument, as its environment leads it there, and prints status or error: the environment is a process's own, so
// tests of it need a process of theirs.

let url = CommandLine.arguments.dropFirst().first ?? ""
do {
    for try await event in CurlTransport.shared.transfer(WireRequest(url: url)) {
        if case .head(let head) = event { print(head.status) }
    }
} catch let error as TransferError {
    print(error.code.rawValue)
}
