import { describe, expect, test } from 'vitest';
import type { GatewayChatAnswer } from '../../../../contracts/models/gateway-call.ts';
import { responseRequestSchema } from '../../../../contracts/api/gateway/index.ts';
import { toAnthropicAnswer } from '../../../../api/gateway/anthropic/to-answer.ts';
import { toResponse } from '../../../../api/gateway/responses/to-response.ts';
import { toCompletion } from '../../../../api/gateway/to-completion.ts';
import type { ChatResponse } from '../../../../activities/models/provider.ts';
import {
  createOpenAICheck,
  descriptions,
} from '../../../activities/models/providers/api-description.ts';
import { golden } from '../../../activities/models/providers/golden.ts';
import { asking } from '../../../activities/models/providers/ask-wire.ts';
import { wireNamed, wires } from '../../../activities/models/providers/wires/index.ts';
import type { Parts, Wire } from '../../../activities/models/providers/wires/wire.ts';

const price = { id: 'call_a', name: 'get_price', args: '{"symbol":"SPX","days":5}' };
const portfolio = { id: 'call_b', name: 'get_portfolio', args: '{}' };

/** What models say, as each provider writes it in its own way. */
const said = {
  text: { text: 'SPX rose by 1 %. Größe 🍓' },
  'an empty text': { text: '' },
  'a call': { calls: [price] },
  'two calls': { calls: [price, portfolio] },
  'a text before a call': { text: 'Let me look.', calls: [price] },
} satisfies Record<string, Parts>;

type Kind = keyof typeof said;
const kinds = Object.keys(said) as Kind[];

/** The same answer as the clients of each of the gateway's APIs get it. */
async function asClientsGetIt({ text, toolCalls, finish, usage, isRefusal }: ChatResponse) {
  // Some providers have ids of their own making.
  const named = toolCalls.map((call, index) => ({ ...call, id: `call_${index}` }));
  const refusal = isRefusal && { isRefusal };
  const base = { text, toolCalls: named, finish, usage, attempts: [], costUsd: null, ...refusal };
  const answer: GatewayChatAnswer = { ...base, model: 'any:model' };
  const asked = {
    request: responseRequestSchema.parse({ model: 'any:model', input: 'Well?' }),
    callId: 'call',
    createdAt: 1,
    store: async () => undefined,
  };
  const { completed_at: _at, ...response } = await toResponse(answer, asked);
  return {
    'chat/completions': toCompletion(answer, { id: 'call', created: 1 }),
    messages: toAnthropicAnswer(answer, { id: 'call', thinking: false }),
    responses: response,
  };
}

const withUsage = (answer: ChatResponse, usage: ChatResponse['usage']) => ({ ...answer, usage });

/** What each provider counts is tested with the provider: here all count alike. */
const counted = wireNamed('openai').usage;

const whole = (wire: Wire, kind: Kind) => asking(wire).chat({ body: wire.answer(said[kind]) });

test('what clients get of each kind of answer is on file', async () => {
  const got = Object.fromEntries(
    await Promise.all(
      kinds.map(
        async (kind) =>
          [kind, await asClientsGetIt(await whole(wireNamed('openai'), kind))] as const,
      ),
    ),
  );
  expect(got).toEqual(await golden('conformance-answers', got));
});

test('a refusal is one at each door', async () => {
  const answer = await whole(wireNamed('openai'), 'text');
  const got = await asClientsGetIt({ ...answer, text: 'No.', isRefusal: true });
  expect(got['chat/completions'].choices[0]?.message).toMatchObject({
    content: null,
    refusal: 'No.',
  });
  expect(got.messages).toMatchObject({
    stop_reason: 'refusal',
    content: [{ type: 'text', text: 'No.' }],
  });
  expect(got.responses.output).toMatchObject([{ content: [{ type: 'refusal', refusal: 'No.' }] }]);
  if (descriptions) expect((await createOpenAICheck('Response'))(got.responses)).toEqual([]);
});

describe.skipIf(!descriptions)(
  "OpenAI's published description (skipped unless API_DESCRIPTIONS names its folder)",
  () => {
    test('fits what clients get', { timeout: 60_000 }, async () => {
      const fits = {
        'chat/completions': await createOpenAICheck('CreateChatCompletionResponse'),
        responses: await createOpenAICheck('Response'),
      };
      const onFile = (await golden('conformance-answers')) as Record<string, object>;
      for (const [kind, answers] of Object.entries(onFile)) {
        for (const [api, check] of Object.entries(fits)) {
          const body = answers[api as keyof typeof answers];
          expect(check(body), `${kind}, ${api}`).toEqual([]);
          expect(check({ ...(body as object), object: 'other' })).not.toEqual([]);
        }
      }
    });
  },
);

describe.each(wires)('an answer of $name', (wire) => {
  test.each(kinds)('that is %s comes as any other provider’s, whole and streamed', async (kind) => {
    const onFile = ((await golden('conformance-answers')) as Record<string, unknown>)[kind];
    const answer = await whole(wire, kind);
    const streamed = await asking(wire).stream({ events: wire.stream(said[kind]) });
    expect(await asClientsGetIt(withUsage(answer, counted))).toEqual(onFile);
    expect(await asClientsGetIt(withUsage(streamed.answer, counted))).toEqual(onFile);
  });
});
