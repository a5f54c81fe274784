import { expect, test } from 'vitest';
import { NetworkError } from '../../../activities/network/network-error.ts';
import { toToolError } from '../../../activities/tool-kit/network-failure.ts';

const unresolved = new NetworkError('ENOTFOUND', 'x.example cannot be reached (ENOTFOUND).', {
  isTransient: true,
});

test('a name in an address that was asked for is a mistake of the request', () => {
  expect(() => toToolError()(unresolved)).toThrow(
    expect.objectContaining({ fault: 'request', retryable: false }),
  );
});

test('the name of a tool’s own source that is not found may pass, and is no fault of the request', () => {
  expect(() => toToolError({ isOwnSource: true })(unresolved)).toThrow(
    expect.objectContaining({ fault: 'upstream', retryable: true }),
  );
});
