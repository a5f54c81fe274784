/** Why a request was not made, or had no answer that can be used: ours, or the code of the system's error. */
export type NetworkErrorCode =
  | 'ADDRESS_REFUSED'
  | 'URL_REFUSED'
  | 'REDIRECT_REFUSED'
  | 'TOO_LARGE'
  | 'WRONG_TYPE'
  | 'BAD_ENCODING'
  | 'TIMEOUT'
  | (string & {});

/** A request over the network that failed, in words that hold no secret. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly code: NetworkErrorCode;
  /** Whether another try could go better. */
  readonly isTransient: boolean;
  /** Whether the other side may have received the request, so that it may have done what was asked. */
  readonly mayHaveArrived: boolean;
  /** Who did not respond, where that is the reason. */
  readonly host: string | undefined;

  constructor(
    code: NetworkErrorCode,
    message: string,
    {
      isTransient = false,
      mayHaveArrived = false,
      host = undefined as string | undefined,
      cause = undefined as unknown,
    } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.isTransient = isTransient;
    this.mayHaveArrived = mayHaveArrived;
    this.host = host;
  }
}
