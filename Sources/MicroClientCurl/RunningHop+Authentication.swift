internal import CCurl
import Foundation
import MicroClient

extension RunningHop {
    /// Passes the credentials to libcurl, which sends them when it decides to.
    func setAuthentication() {
        guard let authentication = request.options.authentication else { return }
        // User information in the URL would take precedence.
        if let url = request.urlWithoutUser { easy.set(CURLOPT_URL, to: url.withoutFragment) }
        easy.set(CURLOPT_HTTPAUTH, to: authentication.curlMethods)
        switch authentication {
        case .basic(let user, let password), .digest(let user, let password), .ntlm(let user, let password):
            setCredentials(user, password)
        case .negotiate:
            // The name is not used, but libcurl does not start without one.
            setCredentials("", "")
        case .awsSignature(let accessKey, let secretKey, let region, let service):
            setCredentials(accessKey, secretKey)
            guard let scope = AWSCredentialScope(host: request.host, region: region, service: service) else { return }
            // A body of more than a megabyte is sent with an `Expect` field, which cannot be suppressed here: the client does not wait for the reply.
            if request.options.expectContinueTimeout == nil { easy.set(CURLOPT_EXPECT_100_TIMEOUT_MS, to: 1) }
            easy.set(CURLOPT_AWS_SIGV4, to: "aws:amz:\(scope.region):\(scope.service)")
        }
    }

    private func setCredentials(_ user: String, _ password: String) {
        easy.set(CURLOPT_USERNAME, to: user)
        easy.set(CURLOPT_PASSWORD, to: password)
    }

    func isReplacedByCredentials(_ field: HeaderField) -> Bool {
        request.options.authentication != nil && field.isNamed("Authorization")
    }

    /// Returns whether libcurl may respond to this head: then it is known only later that it is the transfer's.
    func mayBeHandledByCurl(_ head: ResponseHead) -> Bool {
        switch head.status {
        case 401: request.options.authentication != nil
        case 407: true
        case 417: mayExpect
        default: false
        }
    }
}

extension TransferOptions.Authentication {
    fileprivate var curlMethods: Int {
        switch self {
        case .basic: curl_auth_basic
        case .digest: curl_auth_digest
        case .ntlm: curl_auth_ntlm
        case .negotiate: curl_auth_negotiate
        case .awsSignature: curl_auth_aws_sigv4
        }
    }
}
