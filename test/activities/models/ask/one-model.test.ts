import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AllModelsFailed } from '../../../../activities/models/router.ts';
import { guarded } from './guarded.ts';
import { never, request } from '../requests.ts';
import { answers, begins, fails, hangs, scripted } from './scripted-provider.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** The outcome of a call, with all the time that it needs. */
async function ended<Result>(call: Promise<Result>) {
  const settled = Promise.allSettled([call]);
  await vi.runAllTimersAsync();
  const [outcome] = await settled;
  return outcome;
}

async function failureOf(call: Promise<unknown>): Promise<AllModelsFailed> {
  const outcome = await ended(call);
  expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(AllModelsFailed) });
  return (outcome as PromiseRejectedResult).reason as AllModelsFailed;
}

const streamed = () => {
  const heard: unknown[] = [];
  return { heard, options: { ...never, onDelta: (delta: unknown) => void heard.push(delta) } };
};

describe('the same provider once more', () => {
  test.each(['429', '529'])('after %s, when the wait that it asks for is over', async (code) => {
    const mock = scripted('mock', fails('rate_limited', code, 1_500), answers());
    const { chat } = guarded({ mock });
    expect(await ended(chat(['mock:a'], request(), never))).toMatchObject({ status: 'fulfilled' });
    expect(mock.asked[1]! - mock.asked[0]!).toBeGreaterThanOrEqual(1_500);
  });

  test('not after 429 when the wait is long, or it says none', async () => {
    for (const wait of [2_500, undefined]) {
      const mock = scripted('mock', fails('rate_limited', '429', wait));
      const error = await failureOf(guarded({ mock }).chat(['mock:a'], request(), never));
      expect(mock.asked).toHaveLength(1);
      expect(error).toMatchObject({ retryable: true, retryAfterMs: wait });
    }
  });

  test('only once', async () => {
    const mock = scripted('mock', fails('rate_limited', '429', 10));
    await failureOf(guarded({ mock }).chat(['mock:a'], request(), never));
    expect(mock.asked).toHaveLength(2);
  });

  test('after a transient failure, with a short pause', async () => {
    const mock = scripted('mock', fails('transient', '503'), answers());
    expect(await ended(guarded({ mock }).chat(['mock:a'], request(), never))).toMatchObject({
      value: { attempts: [{ status: 'failed' }, { status: 'answered' }] },
    });
    const pause = mock.asked[1]! - mock.asked[0]!;
    expect(pause).toBeGreaterThanOrEqual(250);
    expect(pause).toBeLessThanOrEqual(750);
  });

  test('not when no time is left', async () => {
    const mock = scripted('mock', hangs());
    const error = await failureOf(guarded({ mock }).chat(['mock:a'], request(), never));
    expect(mock.asked).toHaveLength(1);
    expect(error.message).toContain('mock:a: TIMEOUT no answer within 120 s');
  });

  test.each(['unauthorized', 'invalid_request', 'context_too_long', 'content_filter'] as const)(
    'not after an error of kind %s',
    async (kind) => {
      const mock = scripted('mock', fails(kind, '400'));
      expect(await failureOf(guarded({ mock }).chat(['mock:a'], request(), never))).toMatchObject({
        retryable: false,
      });
      expect(mock.asked).toHaveLength(1);
    },
  );
});

describe('after the first output', () => {
  const other = () => scripted('other', answers());

  test('which an empty piece of text is not: another model may still answer', async () => {
    const mock = scripted('mock', async (asked, options) => {
      options.onDelta?.({ type: 'text-delta', text: '' });
      return fails('transient', 'STREAM_ENDED')(asked, options);
    });
    const { options, heard } = streamed();
    const onBegin = vi.fn();
    const call = guarded({ mock, other: other() }).chat(['mock:a', 'other:b'], request(), {
      ...options,
      onBegin,
    });
    expect(await ended(call)).toMatchObject({ value: { model: 'other:b' } });
    expect(heard).toEqual([]);
    // It is billed all the same, once for each request.
    expect(onBegin).toHaveBeenCalledTimes(mock.asked.length);
  });

  test('neither the same provider nor another is asked, and Temporal may', async () => {
    const mock = scripted('mock', begins(fails('transient', 'STREAM_ENDED')));
    const providers = { mock, other: other() };
    const { options, heard } = streamed();
    const onFailover = vi.fn();
    const call = guarded(providers).chat(['mock:a', 'other:b'], request(), {
      ...options,
      onFailover,
    });
    expect(await failureOf(call)).toMatchObject({ retryable: true });
    expect(heard).toEqual([{ type: 'text-delta', text: 'first' }]);
    expect(mock.asked).toHaveLength(1);
    expect(providers.other.asked).toHaveLength(0);
    expect(onFailover).not.toHaveBeenCalled();
  });

  test('an overload in the middle of the stream is a failure that Temporal may try again', async () => {
    const mock = scripted('mock', begins(fails('rate_limited', 'overloaded_error')));
    const call = guarded({ mock }).chat(['mock:a'], request(), streamed().options);
    expect(await failureOf(call)).toMatchObject({ retryable: true });
  });

  test('what is not transient is not tried again', async () => {
    const mock = scripted('mock', begins(fails('content_filter', 'content_filter')));
    const call = guarded({ mock }).chat(['mock:a'], request(), streamed().options);
    expect(await failureOf(call)).toMatchObject({ retryable: false });
  });

  test('a stream that falls silent ends, however long it ran before', async () => {
    const slow = scripted('mock', async (_, { onDelta, signal }) => {
      for (let count = 0; count < 10; count += 1) {
        await new Promise((resolve) => setTimeout(resolve, 50_000));
        onDelta?.({ type: 'text-delta', text: '.' });
      }
      return hangs()(request(), { signal });
    });
    const { options, heard } = streamed();
    const error = await failureOf(guarded({ mock: slow }).chat(['mock:a'], request(), options));
    expect(heard).toHaveLength(10);
    expect(error.attempts).toMatchObject([
      { error: { code: 'TIMEOUT', message: 'the answer stalled for 60 s' } },
    ]);
    expect(error.attempts[0]!.durationMs).toBe(560_000);
  });
});

describe('a context that is too long', () => {
  const tooLong = () => scripted('openai', fails('context_too_long', '400'));

  test('goes on to a later model of which a larger window is known', async () => {
    const providers = { openai: tooLong(), gemini: scripted('gemini', answers()) };
    const call = guarded(providers).chat(
      ['openai:gpt-4o', 'gemini:gemini-2.5-flash'],
      request(),
      never,
    );
    expect(await ended(call)).toMatchObject({ value: { model: 'gemini:gemini-2.5-flash' } });
  });

  test.each(['openai:gpt-4', 'ollama:qwen3'])('and not to %s', async (next) => {
    const providers = { openai: tooLong(), ollama: scripted('ollama', answers()) };
    const call = guarded(providers).chat(['openai:gpt-4o', next], request(), never);
    const error = await failureOf(call);
    expect(error).toMatchObject({ retryable: false });
    expect(error.attempts).toMatchObject([
      { model: 'openai:gpt-4o', status: 'failed' },
      { model: next, status: 'skipped', error: { code: 'CONTEXT_WINDOW' } },
    ]);
  });
});

describe('a conversation that the provider keeps', () => {
  const stored = () => ({ onBegun: vi.fn(async () => {}) });

  test('goes to a model whose provider keeps it, which gives the id of its response', async () => {
    const keeps = scripted('keeps');
    keeps.respond = async (_, { onBegun }) => {
      await onBegun('resp_1');
      return { ...(await answers()(request(), never)), responseId: 'resp_1' };
    };
    const options = { ...never, stored: stored() };
    const call = guarded({ other: scripted('other', answers()), keeps }).chat(
      ['other:a', 'keeps:b'],
      request(),
      options,
    );
    expect(await ended(call)).toMatchObject({
      value: {
        model: 'keeps:b',
        responseId: 'resp_1',
        attempts: [
          { model: 'other:a', status: 'skipped', error: { code: 'NOT_STORED' } },
          { model: 'keeps:b', status: 'answered' },
        ],
      },
    });
    expect(options.stored.onBegun).toHaveBeenCalledWith('resp_1', 'keeps:b');
  });

  test('waits for a response that was begun, and asks no other model', async () => {
    const resumed: unknown[] = [];
    const keeps = scripted('keeps');
    keeps.respond = async (_, { onBegun, resumeResponseId }) => {
      resumed.push(resumeResponseId);
      await onBegun('resp_1');
      return fails('transient', 'ECONNRESET')(request(), never) as never;
    };
    const other = scripted('other');
    other.respond = keeps.respond;
    const call = guarded({ keeps, other }).chat(['keeps:a', 'other:b'], request(), {
      ...never,
      stored: stored(),
    });
    expect(await failureOf(call)).toMatchObject({ retryable: true });
    expect(resumed).toEqual([undefined, 'resp_1']);
  });

  test('waits for a resumed response with the model that began it, wherever it stands in the chain', async () => {
    const resumed: unknown[] = [];
    const keeps = scripted('keeps');
    keeps.respond = async ({ model }, { resumeResponseId }) => {
      resumed.push([model, resumeResponseId]);
      return { ...(await answers()(request(), never)), responseId: 'resp_1' };
    };
    const { model } = await guarded({ keeps }).chat(['keeps:a', 'keeps:b'], request(), {
      ...never,
      stored: { ...stored(), resumeResponseId: 'resp_1', resumeModel: 'keeps:b' },
    });
    expect(model).toBe('keeps:b');
    expect(resumed).toEqual([['b', 'resp_1']]);
  });
});
