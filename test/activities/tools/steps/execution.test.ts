import { describe, expect, test } from 'vitest';
import { ToolError } from '../../../../activities/tool-kit/tool.ts';
import { order, someExecutor, someRequest, someTool } from '../support/executor.ts';

const ofSystem = (code: string) => Object.assign(new Error(code), { code });
const fetchFailed = (cause: Error) => new TypeError('fetch failed', { cause });
const timedOut = new DOMException('The operation was aborted due to timeout', 'TimeoutError');

/** How a call is refused whose handler throws, of a tool that reads or of one with a side effect. */
async function refusedBy(thrown: unknown, kind: 'reads' | 'changes') {
  const handle = () => Promise.reject(thrown);
  const tool = kind === 'reads' ? someTool({ handle }) : order({ handle });
  return someExecutor([tool])
    .run(someRequest({ tool: tool.name }))
    .catch((refusal: unknown) => refusal);
}

describe('a server that a tool could not connect to', () => {
  test.each([
    'ECONNREFUSED',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
  ])('is away after %s', async (code) => {
    const away = { what: 'a server that get_price needs' };
    const refusal = await refusedBy(fetchFailed(ofSystem(code)), 'reads');
    expect(refusal).toMatchObject({ retryable: true, away, doubt: false });
  });

  test('leaves in doubt what a side effect did before', async () => {
    const refusal = await refusedBy(ofSystem('ECONNREFUSED'), 'changes');
    expect(refusal).toMatchObject({ retryable: true, away: {}, doubt: true });
  });
});

describe('a request without an answer', () => {
  const failures = [
    timedOut,
    ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'UND_ERR_SOCKET'].map(ofSystem),
  ];

  test.each(failures)('is sent again where it only reads: $message', async (error) => {
    const refusal = await refusedBy(fetchFailed(error), 'reads');
    expect(refusal).toMatchObject({ retryable: true, away: undefined, doubt: false });
  });

  test.each(failures)('is not sent again where it changes something: $message', async (error) => {
    expect(await refusedBy(fetchFailed(error), 'changes')).toMatchObject({
      message:
        'place_order got no answer from a server it needs. It may have been executed. Check before you repeat it.',
      retryable: false,
      away: undefined,
      doubt: true,
    });
  });

  test('is no outage where it could not even be written', async () => {
    const refusal = await refusedBy(ofSystem('UND_ERR_INVALID_ARG'), 'changes');
    expect(refusal).toMatchObject({ retryable: false, away: undefined, doubt: false });
  });
});

describe('a call that is stopped at its time limit', () => {
  const stopped = (sideEffect: boolean) => {
    const stop = new AbortController();
    const handle = async () => {
      stop.abort();
      throw stop.signal.reason;
    };
    const run = someExecutor([order({ handle, sideEffect })]).run(
      someRequest({ tool: 'place_order', signal: stop.signal }),
    );
    return run.catch((refusal: unknown) => refusal);
  };

  test('is tried again only where it changes nothing', async () => {
    expect(await stopped(false)).toMatchObject({ retryable: true, doubt: false });
    expect(await stopped(true)).toMatchObject({
      message: expect.stringContaining('may have been executed'),
      retryable: false,
      doubt: true,
    });
  });
});

test('a tool says itself that a call may have been executed', async () => {
  const error = new ToolError('It broke off.', { retryable: false, doubt: true });
  expect(await refusedBy(error, 'changes')).toMatchObject({ doubt: true });
});
