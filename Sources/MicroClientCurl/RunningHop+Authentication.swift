internal import CCurl
import Foundation
import MicroClient

extension RunningHop {
    /// Gives libcurl the credentials, which it presents in its own time.
    func setAuthentication() {
        guard let authentication = request.options.authentication else { return }
        // User information of the URL would come before them.
        if let url = request.urlWithoutUser { easy.set(CURLOPT_URL, to: url.withoutFragment) }
        easy.set(CURLOPT_HTTPAUTH, to: authentication.curlMethods)
        switch authentication {
        case .basic(let user, let password), .digest(let user, let password), .ntlm(let user, let password):
            setCredentials(user, password)
        case .negotiate:
            // The name is not looked at, but without one libcurl does not begin.
            setCredentials("", "")
        case .awsSignature(let accessKey, let secretKey, let region, let service):
            setCredentials(accessKey, secretKey)
            guard let scope = AWSCredentialScope(host: request.host, region: region, service: service) else { return }
            // A body of more than a megabyte goes out with an expectation, which cannot be left out here: it is not waited for.
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

    /// Whether libcurl may have an answer to this head: then it is known only later that it is the transfer's.
    func mayBeAnswered(_ head: ResponseHead) -> Bool {
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
