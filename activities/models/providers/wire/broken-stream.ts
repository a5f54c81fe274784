import { ProviderError } from '../../provider.ts';

/** The error of a stream that ended before its answer was complete. */
export function brokenStream(provider: string): ProviderError {
  return new ProviderError({
    provider,
    kind: 'transient',
    code: 'STREAM_ENDED',
    message: 'the stream ended before the answer was complete',
  });
}
