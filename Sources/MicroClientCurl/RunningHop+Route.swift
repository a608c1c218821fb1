internal import CCurl
import MicroClient

// The target of the connection if it is not the URL's host, and the time for which its body waits.

extension RunningHop {
    func setRoute(_ options: TransferOptions) {
        if let path = options.unixSocketPath {
            easy.set(CURLOPT_UNIX_SOCKET_PATH, to: path)
        } else if !options.addressOverrides.isEmpty || options.connectTarget != nil {
            set(options.addressOverrides, options.connectTarget)
        }
        if let limit = options.expectContinueTimeout {
            easy.set(CURLOPT_EXPECT_100_TIMEOUT_MS, to: limit.curlMilliseconds)
        }
    }

    /// Sets the targets. `CURLOPT_CONNECT_TO` belongs to one transfer and its connection, while `CURLOPT_RESOLVE` would put the address into a cache
    /// that all transfers read. But it takes one address; several addresses get a unique name in that cache, which a proxy
    /// would not know.
    private func set(_ overrides: [TransferOptions.AddressOverride], _ target: TransferOptions.ConnectTarget?) {
        // The first match counts.
        let ordered = overrides.filter { $0.host != "*" } + overrides.filter { $0.host == "*" }
        let severalMayBeTried = !mayUseProxy
        var names: [String] = []
        var targets = ordered.map { override in
            guard severalMayBeTried, override.addresses.count > 1 else {
                return override.connectTo(override.addresses[0].asHost)
            }
            names.append("+\(override.commonName):\(override.port):\(override.addresses.joined(separator: ","))")
            return override.connectTo(override.commonName)
        }
        if let target { targets.append("::\(target.host.asHost):\(target.port)") }
        easy.set(CURLOPT_CONNECT_TO, toLines: targets)
        if !names.isEmpty { easy.set(CURLOPT_RESOLVE, toLines: names) }
    }
}

extension TransferOptions.AddressOverride {
    fileprivate func connectTo(_ target: String) -> String {
        "\(host == "*" ? "" : host.asHost):\(port):\(target):\(port)"
    }

    /// A name for the addresses, such as "127.0.0.2_--1.invalid": the same addresses have the same name.
    fileprivate var commonName: String {
        addresses.map { String($0.map { $0 == ":" ? "-" : $0 }) }.joined(separator: "_") + ".invalid"
    }
}

extension String {
    /// The host as in a URL: an IPv6 address in brackets.
    fileprivate var asHost: String { contains(":") && !hasPrefix("[") ? "[\(self)]" : self }
}
