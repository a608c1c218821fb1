import MicroClientMacros
import OtherLibrary

// Compiled beside a module with the same names: all of this compiles.

typealias HTTPMethod = MicroClient.HTTPMethod

struct Log: MicroClient.Logger {
    func log(level: LogLevel, message: String) {}
}

let method: HTTPMethod = .get
let client = MicroClient.HTTPClient.pipeline
let declared = MicroClientMacros.Client.self
let theirs = (OtherLibrary.HTTPClient(), OtherLibrary.Logger(), OtherLibrary.HTTPMethod())
