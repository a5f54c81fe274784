import { NetworkError } from './network-error.ts';

/** Errors from before a request was sent. */
const unsent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/;

/** Errors of certificates: nothing was sent, and another try does not mend them. */
const ofCertificates =
  /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY|DECRYPT)|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/;

const mistakes = /^(UND_ERR_(INVALID_ARG|NOT_SUPPORTED)|ERR_INVALID_)/;

/** What an error thrown on the way means, in words that hold no secret. */
export function failureOf(
  error: unknown,
  { host, isLate }: { host: string; isLate: boolean },
): NetworkError {
  const ours = errorsOf(error).find((each) => each instanceof NetworkError);
  if (ours) return ours;
  if (isLate) {
    return new NetworkError('TIMEOUT', `${host} timed out.`, {
      isTransient: true,
      mayHaveArrived: true,
      cause: error,
    });
  }
  const code =
    errorsOf(error)
      .map((each) => (each as NodeJS.ErrnoException).code)
      .find((each) => typeof each === 'string') ?? 'NETWORK';
  if (mistakes.test(code)) {
    const message = `The request to ${host} cannot be made: ${(error as Error).message}.`;
    return new NetworkError(code, message, { cause: error });
  }
  if (ofCertificates.test(code)) {
    const message = `The certificate of ${host} is not trusted (${code}).`;
    return new NetworkError(code, message, { cause: error });
  }
  return new NetworkError(code, `${host} cannot be reached (${code}).`, {
    isTransient: true,
    mayHaveArrived: !unsent.test(code),
    cause: error,
  });
}

/** The error, its causes, and what it is made of where several addresses were tried. */
function errorsOf(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const parts = error instanceof AggregateError ? error.errors : [];
  return [error, ...[...parts, error.cause].flatMap((part) => errorsOf(part, depth + 1))];
}
