extension SendRecorder {
    /// Ends the exchange with an error and returns the error for the caller.
    func closing(_ error: any Error) -> any Error {
        if error.isCancellation {
            finish(.cancelled)
            return CancellationError()
        }
        if let error = error as? TransferError { failed(error) }
        finish(.failure(Exchange.Failure(error)))
        return switch error {
        case let error as NetworkClientError: error
        case is NetworkClientError.InterceptorFailure, is NetworkClientError.FileFailure:
            NetworkClientError.unknown(NetworkClientError.ExchangeFailure(error, exchange: exchange))
        default: NetworkClientError.transportError(NetworkClientError.ExchangeFailure(error, exchange: exchange))
        }
    }
}
