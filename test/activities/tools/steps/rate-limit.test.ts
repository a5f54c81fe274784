import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToolRateLimiter } from '../../../../activities/tools/steps/rate-limit.ts';
import type { RateLimit, ToolSpec } from '../../../../contracts/tools/tools.ts';

const tool = (rateLimit: RateLimit, name = 'get_price') => ({ name, rateLimit }) as ToolSpec;
const call = (key: string, user = 'local') => ({ key, user });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a user may call a tool so often a minute, and is told when it goes on', async () => {
  const limiter = createToolRateLimiter();
  const limited = tool({ minute: 2 });
  await limiter.count(limited, call('a'));
  vi.advanceTimersByTime(20_000);
  await limiter.count(limited, call('b'));
  await expect(limiter.count(limited, call('c'))).rejects.toMatchObject({
    code: 'RATE_LIMIT',
    retryable: true,
    retryAfterMs: 40_000,
    message: 'get_price allows 2 calls per minute. Retry in 40 s.',
  });
  vi.advanceTimersByTime(40_000);
  await limiter.count(limited, call('c'));
});

test('users and tools are counted apart', async () => {
  const limiter = createToolRateLimiter();
  await limiter.count(tool({ minute: 1 }), call('a'));
  await limiter.count(tool({ minute: 1 }), call('b', 'another'));
  await limiter.count(tool({ minute: 1 }, 'get_ohlcv'), call('c'));
});

test('a retry of a counted call, and asking again for what it waits for, is free', async () => {
  const limiter = createToolRateLimiter();
  const limited = tool({ minute: 1 });
  for (let attempt = 0; attempt < 20; attempt += 1) await limiter.count(limited, call('order'));
  await expect(limiter.count(limited, call('other'))).rejects.toMatchObject({ code: 'RATE_LIMIT' });
  // A call that was refused has not been counted: it passes when the window starts anew, once.
  vi.advanceTimersByTime(60_000);
  await limiter.count(limited, call('other'));
  await expect(limiter.count(limited, call('third'))).rejects.toMatchObject({ code: 'RATE_LIMIT' });
});

test('a call that the hour refuses does not count in the minute', async () => {
  const limiter = createToolRateLimiter();
  const limited = tool({ minute: 3, hour: 2 });
  await limiter.count(limited, call('a'));
  await limiter.count(limited, call('b'));
  const refused = { code: 'RATE_LIMIT', message: expect.stringContaining('2 calls per hour') };
  for (const key of ['c', 'd', 'e']) {
    await expect(limiter.count(limited, call(key))).rejects.toMatchObject(refused);
  }
});

test('a tool without a limit may always be called', async () => {
  const limiter = createToolRateLimiter();
  for (let n = 0; n < 500; n += 1) await limiter.count(tool({}), call(`key-${n}`));
});
