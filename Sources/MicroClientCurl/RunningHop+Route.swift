internal import CCurl
import MicroClient

// Where the connection goes instead of the URL's host, and how long its body waits.

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

    /// `CURLOPT_CONNECT_TO` belongs to one transfer and to its connection, where `CURLOPT_RESOLVE` would put the address into a cache that
    /// all transfers read. But it takes one address; several get a name of their own, which only they have, in that cache. A proxy
    /// would not know that name.
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

    /// "127.0.0.2_--1.invalid": the same addresses, the same name.
    fileprivate var commonName: String {
        addresses.map { String($0.map { $0 == ":" ? "-" : $0 }) }.joined(separator: "_") + ".invalid"
    }
}

extension String {
    /// An IPv6 address in brackets, as it stands in a URL.
    fileprivate var asHost: String { contains(":") && !hasPrefix("[") ? "[\(self)]" : self }
}
