// Prints how often one GET over a kept connection asks for memory: in all, and of that libcurl with the C libraries beneath it.
//
//   allocations client-curl | client-urlsession | curl | urlsession  URL  COUNT

import CAllocationCount
import Foundation
import Senders

let arguments = CommandLine.arguments
guard arguments.count == 4, let url = URL(string: arguments[2]), let count = Int(arguments[3]), count > 0,
    let send = sender(arguments[1], to: url)
else {
    print("allocations client-curl|client-urlsession|curl|urlsession URL COUNT")
    exit(2)
}
try await sendAll(100, send)
let (all, libcurl) = (allocations_so_far(), allocations_of_libcurl())
try await sendAll(count, send)
print(Double(allocations_so_far() - all) / Double(count), Double(allocations_of_libcurl() - libcurl) / Double(count))
