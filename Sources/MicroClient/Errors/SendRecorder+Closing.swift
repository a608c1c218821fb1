extension SendRecorder {
    /// Ends the exchange with an error and makes of it what the caller sees.
    func closing(_ error: any Error) -> any Error {
        if error.isCancellation {
            finish(.cancelled)
            return CancellationError()
        }
        if let error = error as? TransferError { failed(error) }
        finish(.failure(AttemptFailure(error)))
        return switch error {
        case let error as NetworkClientError: error
        case is InterceptorFailure, is FileFailure:
            NetworkClientError.unknown(ExchangeFailure(error, exchange: exchange))
        default: NetworkClientError.transportError(ExchangeFailure(error, exchange: exchange))
        }
    }
}
