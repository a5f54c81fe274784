import { afterEach, describe, expect, test, vi } from 'vitest';
import { createModelRouter } from '../../../../activities/models/ask/create-router.ts';
import { modelEnvironment } from '../../../../activities/models/env.ts';
import { AllModelsFailed } from '../../../../activities/models/router.ts';
import { startMockServer } from '../mock-server.ts';
import type { Reply } from '../mock-server.ts';
import { never, request } from '../requests.ts';
import { apiKey } from '../providers/wires/api-key.ts';
import { wireNamed } from '../providers/wires/index.ts';

const chain = ['openai:gpt-5.2', 'anthropic:claude-sonnet-5'];
const openai = wireNamed('openai');
const anthropic = wireNamed('anthropic');

type Options = Parameters<typeof createModelRouter>[1];

/** A router whose OpenAI and Anthropic give these replies. */
async function routerOver(replies: { openai: Reply; anthropic: Reply }, options: Options = {}) {
  const servers = {
    openai: await startMockServer(replies.openai),
    anthropic: await startMockServer(replies.anthropic),
  };
  const env = modelEnvironment.parse({
    OPENAI_API_KEY: apiKey,
    OPENAI_BASE_URL: `${servers.openai.url}/v1`,
    ANTHROPIC_API_KEY: apiKey,
    ANTHROPIC_BASE_URL: servers.anthropic.url,
  });
  return { router: await createModelRouter(env, { backoffMs: 1, ...options }), ...servers };
}

async function failureOf(answer: Promise<unknown>): Promise<AllModelsFailed> {
  const error = await answer.then(
    () => expect.fail('answered'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AllModelsFailed);
  return error as AllModelsFailed;
}

const works = {
  openai: { body: openai.answer({ text: 'a' }) },
  anthropic: { body: anthropic.answer({ text: 'b' }) },
};

function limited(seconds: string, body: unknown): Reply {
  return { status: 429, headers: { 'retry-after': seconds }, body };
}

describe('the error of a chain without an answer', () => {
  const ask = async (reply: Reply) => {
    const { router } = await routerOver({ openai: reply, anthropic: reply });
    const error = await failureOf(router.chat(chain, request(), never));
    // Five failures in a row open the breaker.
    for (let calls = 0; calls < 2; calls += 1)
      await failureOf(router.chat(chain, request(), never));
    const skipped = await failureOf(router.chat(chain, request(), never));
    expect(skipped.message).toContain('failed 5 times in a row');
    return [error, skipped];
  };

  test('names the models that do not respond, also while their breakers are open', async () => {
    for (const { away, retryable } of await ask({ status: 503, body: {} })) {
      expect({ away, retryable }).toEqual({ away: chain, retryable: true });
    }
  });

  test('names none that responds but cannot be used', async () => {
    for (const { away, retryable } of await ask({ status: 501, body: {} })) {
      expect({ away, retryable }).toEqual({ away: [], retryable: true });
    }
  });

  test('says that they are at their limits', async () => {
    const reply = limited('5', {});
    const { router } = await routerOver({ openai: { status: 501, body: {} }, anthropic: reply });
    const error = await failureOf(router.chat(chain, request(), never));
    expect(error).toMatchObject({ away: [], isBusy: true, retryable: true });
  });
});

describe('failover', () => {
  test('reports each request and its outcome', async () => {
    const { router } = await routerOver({ ...works, openai: { status: 500, body: {} } });
    const told: string[] = [];
    await router.chat(chain, request(), {
      ...never,
      onAsk: (model) => void told.push(model),
      onAttempt: ({ status }) => told.push(status),
    });
    const [first, second] = chain;
    expect(told).toEqual([first, 'failed', first, 'failed', second, 'answered']);
  });

  test('a limit is no larger than what each model can write', async () => {
    const { router, openai: first } = await routerOver(works);
    const wanted = { ...request(), maximumOutputTokens: 50_000 };
    await router.chat(['openai:gpt-4o'], wanted, never);
    await router.chat(['openai:gpt-5.2'], wanted, never);
    const limits = first.received.map(({ body }) => JSON.stringify(body));
    expect(limits).toEqual([
      expect.stringMatching(/_tokens":16384\b/),
      expect.stringMatching(/_tokens":50000\b/),
    ]);
  });

  test('the first model answers, and the second is not asked', async () => {
    const { router, anthropic: second } = await routerOver(works);
    const answer = await router.chat(chain, request(), never);
    expect(answer).toMatchObject({
      text: 'a',
      model: 'openai:gpt-5.2',
      attempts: [{ model: 'openai:gpt-5.2', status: 'answered' }],
    });
    expect(second.received).toHaveLength(0);
  });

  test.each([401, 402, 403, 429, 529])(
    'HTTP %i moves on to the next model at once, and the record says so',
    async (status) => {
      const body = openai.error('some_error', 'It went wrong');
      const { router, openai: first } = await routerOver({ ...works, openai: { status, body } });
      const answer = await router.chat(chain, request(), never);
      expect(answer.model).toBe('anthropic:claude-sonnet-5');
      expect(answer.attempts).toMatchObject([
        {
          model: 'openai:gpt-5.2',
          status: 'failed',
          error: { code: String(status), message: 'It went wrong' },
        },
        { model: 'anthropic:claude-sonnet-5', status: 'answered' },
      ]);
      expect(first.received).toHaveLength(1);
    },
  );

  test.each([408, 409, 500, 503])(
    'HTTP %i asks the same provider once more, and then the next model',
    async (status) => {
      const body = openai.error('some_error', 'It went wrong');
      const { router, openai: first } = await routerOver({ ...works, openai: { status, body } });
      const { attempts } = await router.chat(chain, request(), never);
      expect(attempts).toMatchObject([
        { model: 'openai:gpt-5.2', status: 'failed', error: { code: String(status) } },
        { model: 'openai:gpt-5.2', status: 'failed', error: { code: String(status) } },
        { model: 'anthropic:claude-sonnet-5', status: 'answered' },
      ]);
      expect(first.received).toHaveLength(2);
    },
  );

  test('a change of model is told before the next one is asked', async () => {
    const told: [unknown, number][] = [];
    const { router, anthropic: second } = await routerOver({
      ...works,
      openai: { status: 401, body: openai.error('some_error', 'It went wrong') },
    });
    await router.chat(chain, request(), {
      ...never,
      onFailover: (event) => void told.push([event, second.received.length]),
    });
    const event = {
      type: 'failover',
      from: 'openai:gpt-5.2',
      to: 'anthropic:claude-sonnet-5',
      error: { code: '401', message: 'It went wrong' },
    };
    expect(told).toEqual([[event, 0]]);
  });

  test('what the content filter stopped goes on only where that is wanted', async () => {
    const body = openai.error('invalid_request_error', 'No', 'content_filter');
    const { router } = await routerOver({ ...works, openai: { status: 400, body } });
    const error = await failureOf(router.chat(chain, request(), never));
    expect(error).toMatchObject({ retryable: false });
    const options = { ...never, failoverOnContentFilter: true };
    expect((await router.chat(chain, request(), options)).model).toBe('anthropic:claude-sonnet-5');
  });

  test.each([400, 404, 422])('HTTP %i does not go on, and is not to be retried', async (status) => {
    const body = openai.error('invalid_request_error', 'No such model');
    const { router, anthropic: second } = await routerOver({
      ...works,
      openai: { status, body },
    });
    const error = await failureOf(router.chat(chain, request(), never));
    expect(error.retryable).toBe(false);
    expect(error.attempts).toHaveLength(1);
    expect(error.message).toContain(`openai:gpt-5.2: ${status} No such model`);
    expect(second.received).toHaveLength(0);
  });

  test('with both failing, the error says in one sentence what was tried', async () => {
    const { router } = await routerOver({
      openai: { status: 500, body: openai.error('server_error', 'The server had an error.') },
      anthropic: { status: 503, body: anthropic.error('api_error', 'Unavailable') },
    });
    const error = await failureOf(router.chat(chain, request(), never));
    expect(error.message).toBe(
      'No model answered. openai:gpt-5.2: 500 The server had an error; ' +
        'openai:gpt-5.2: 500 The server had an error; ' +
        'anthropic:claude-sonnet-5: 503 Unavailable; anthropic:claude-sonnet-5: 503 Unavailable. ' +
        'Check that the providers can be reached, or add another model to BATON_MODELS.',
    );
    expect(error.retryable).toBe(true);
    expect(error.retryAfterMs).toBeUndefined();
    expect(error.attempts.map(({ status }) => status)).toEqual(Array(4).fill('failed'));
  });

  test('when all are rate limited, the soonest wait counts', async () => {
    const { router } = await routerOver({
      openai: limited('30', openai.error('rate_limit', 'Slow down')),
      anthropic: limited('5', anthropic.error('rate_limit_error', 'Slow down')),
    });
    const error = await failureOf(router.chat(chain, request(), never));
    expect(error).toMatchObject({ retryable: true, retryAfterMs: 5000 });
  });

  test('a model that is named twice is tried once', async () => {
    const { router, openai: only } = await routerOver({
      ...works,
      openai: { status: 401, body: {} },
    });
    await failureOf(router.chat([chain[0]!, chain[0]!], request(), never));
    expect(only.received).toHaveLength(1);
  });

  test('a try over its deadline is a failure of that model alone', async () => {
    const { router, openai: slow } = await routerOver(
      { ...works, openai: { hang: true } },
      { answerMs: 200 },
    );
    const answer = await router.chat(chain, request(), never);
    expect(answer.attempts[0]).toMatchObject({
      status: 'failed',
      error: { code: 'TIMEOUT', message: 'no answer within 0.2 s' },
    });
    expect(answer.model).toBe('anthropic:claude-sonnet-5');
    await vi.waitFor(() => expect(slow.disconnected()).toBe(1));
  });

  test('an abort ends the chain with its reason, and reaches the socket', async () => {
    const {
      router,
      openai: slow,
      anthropic: second,
    } = await routerOver({
      ...works,
      openai: { hang: true },
    });
    const controller = new AbortController();
    const answer = router.chat(chain, request(), { signal: controller.signal });
    await vi.waitFor(() => expect(slow.received).toHaveLength(1));
    controller.abort(new Error('cancelled'));
    await expect(answer).rejects.toThrow('cancelled');
    await vi.waitFor(() => expect(slow.disconnected()).toBe(1));
    expect(second.received).toHaveLength(0);
  });
});

describe('a provider that refuses the key', () => {
  afterEach(() => vi.useRealTimers());

  const refused = { status: 401, body: openai.error('invalid_request_error', 'Incorrect API key') };

  test('is left out for a while, and then tried again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { router, openai: first } = await routerOver({ ...works, openai: refused });
    await router.chat(chain, request(), never);
    vi.setSystemTime(Date.now() + 20_000);
    const { attempts } = await router.chat(chain, request(), never);
    expect(attempts).toEqual([
      {
        model: 'openai:gpt-5.2',
        status: 'skipped',
        error: { code: '401', message: 'Incorrect API key (no retry for 40 s)' },
        durationMs: 0,
      },
      { model: 'anthropic:claude-sonnet-5', status: 'answered', durationMs: 0 },
    ]);
    expect(first.received).toHaveLength(1);
    vi.setSystemTime(Date.now() + 40_000);
    await router.chat(chain, request(), never);
    expect(first.received).toHaveLength(2);
  });

  test('alone fails the call without a retry', async () => {
    const { router } = await routerOver({ ...works, openai: refused });
    const error = await failureOf(router.chat(['openai:gpt-5.2'], request(), never));
    expect(error).toMatchObject({ retryable: false });
    expect(error.message).toContain('Check the key and the billing');
  });

  test('is never covered up by the demo model', async () => {
    const { router } = await routerOver({ openai: refused, anthropic: { status: 500, body: {} } });
    expect(router.defaultChain).not.toContain('demo:trend');
    await failureOf(router.chat(router.defaultChain, request(), never));
  });
});
