import { describe, expect, test } from 'vitest';
import type { Json } from '../../../../contracts/base/json.ts';
import { parameterNames } from '../../../../contracts/models/parameters.ts';
import type { ParameterName } from '../../../../contracts/models/parameters.ts';
import type { ChatMessage } from '../../../../contracts/models/messages.ts';
import type { ChatRequest } from '../../../../activities/models/provider.ts';
import { parameterPage } from '../../../../activities/models/providers/parameters/page.ts';
import { dialects, waysOf } from '../../../../activities/models/providers/parameters/table.ts';
import type { Dialect } from '../../../../activities/models/providers/parameters/table.ts';
import { startMockServer } from '../mock-server.ts';
import { getPrice, never, request } from '../requests.ts';
import { wires } from './wires/index.ts';
import type { Wire } from './wires/wire.ts';

/** A request with a value of each parameter that says something. */
const samples: Record<ParameterName, Json> = {
  cache_control: true,
  frequency_penalty: 0.5,
  logit_bias: { '50256': -100 },
  logprobs: true,
  metadata: { team: 'desk' },
  n: 2,
  name: true,
  parallel_tool_calls: false,
  prediction: { type: 'content', content: 'x' },
  presence_penalty: 0.5,
  prompt_cache_key: 'desk',
  prompt_cache_options: { mode: 'implicit' },
  prompt_cache_retention: '24h',
  reasoning_effort: 'high',
  refusal: true,
  safety_identifier: 'user-1',
  seed: 7,
  service_tier: 'default',
  stop: ['END'],
  store: true,
  strict: true,
  temperature: 0.3,
  thinking: { type: 'enabled', budget_tokens: 2048 },
  top_logprobs: 3,
  top_p: 0.5,
  verbosity: 'low',
};

const said: ChatMessage[] = [
  { role: 'user', text: 'Hello.' },
  { role: 'assistant', text: 'I cannot.', toolCalls: [] },
  { role: 'user', text: 'Why?' },
];

/** What a parameter is in a request of Baton's own form. */
function asking(name: ParameterName): Partial<ChatRequest> {
  const value = samples[name];
  if (name === 'temperature') return { temperature: value as number };
  const parameters = { [name]: value };
  const effort = name === 'reasoning_effort' || name === 'thinking';
  const messages = said.map((message): ChatMessage => {
    if (name === 'name' && message.role === 'user') return { ...message, name: 'ann' };
    if (name === 'refusal' && message.role === 'assistant') return { ...message, isRefusal: true };
    if (name === 'cache_control' && message.role === 'user') {
      return { ...message, cacheControl: { type: 'ephemeral', ttl: '1h' } };
    }
    return message;
  });
  return {
    parameters,
    messages,
    ...(effort && { reasoningEffort: name === 'thinking' ? 'low' : 'high' }),
    ...((name === 'strict' || name === 'parallel_tool_calls') && {
      tools: [name === 'strict' ? { ...getPrice, strict: true } : getPrice],
    }),
  };
}

async function ask(wire: Wire, model: string, changes: Partial<ChatRequest>) {
  const server = await startMockServer(({ body }) =>
    body['stream'] === true
      ? { events: wire.stream({ text: 'ok' }) }
      : { body: wire.answer({ text: 'ok' }) },
  );
  const told: string[] = [];
  const asked = request({ model, messages: said, ...changes });
  const answer = await wire.create(server.url).chat(asked, {
    ...never,
    onIgnored: (names) => void told.push(...names),
  });
  return { sent: JSON.stringify(server.received[0]?.body), told, answer };
}

const models: Record<string, string[]> = {
  openai: ['gpt-5.2', 'gpt-4.1', 'gpt-6-sol', 'o3'],
  'openai-responses': ['gpt-5.2', 'gpt-4.1', 'gpt-6-sol'],
  anthropic: ['claude-sonnet-5', 'claude-haiku-4-5'],
  gemini: ['gemini-3.6-flash', 'gemini-2.5-pro'],
  kimi: ['kimi-k3', 'kimi-k2.5', 'moonshot-v1-8k'],
  grok: ['grok-4.6', 'grok-3'],
};
const cases = wires.flatMap((wire) =>
  (models[wire.name] ?? [wire.model]).map((model) => ({ wire, name: wire.name, model })),
);

/** What Baton does itself with an answer, or says in words that are there anyway. */
const unseen = new Set<ParameterName>(['parallel_tool_calls', 'refusal']);

describe.each(cases)('$name with $model', ({ wire, model }) => {
  const ways = waysOf(wire.name as Dialect, model);

  test.each(parameterNames.filter((name) => !unseen.has(name)))(
    'sends %s, or says that it does not',
    async (name) => {
      const changes = asking(name);
      const { parameters: _parameters, reasoningEffort: _effort, ...without } = changes;
      const plain = { ...without, messages: said };
      if (name === 'strict') plain.tools = [getPrice];
      if (name === 'temperature') delete plain.temperature;
      const [before, after] = [await ask(wire, model, plain), await ask(wire, model, changes)];
      const isIgnored = after.told.includes(name);
      expect(after.answer.ignored ?? []).toEqual(after.told);
      expect(after.sent === before.sent).toBe(isIgnored);
      if (name !== 'reasoning_effort' && name !== 'thinking') {
        const way = ways[name] ?? { how: 'not possible' as const };
        const asked = request({ model, ...changes });
        const isTaken =
          way.how !== 'not possible' && (!way.to || way.to(samples[name], asked) !== undefined);
        expect(isIgnored).toBe(!isTaken);
      }
    },
  );

  test('says of a strict form that it is ignored where the model is not held to it, and only there', async () => {
    const form = { name: 'report', schema: { type: 'object', properties: {} }, strict: true };
    const { sent, told } = await ask(wire, model, {
      responseFormat: form,
      parameters: { strict: true },
    });
    expect(told).toEqual(
      /json_?schema/i.test(sent) && !sent.includes('JSON Schema:') ? [] : ['strict'],
    );
  });

  test('refuses what it would ignore, where nothing may be ignored', async () => {
    const changes = { parameters: { n: 2, logprobs: true }, unknown: ['foo'], strict: true };
    await expect(ask(wire, model, changes)).rejects.toMatchObject({
      kind: 'invalid_request',
      code: 'PARAMETER_NOT_POSSIBLE',
      message: expect.stringContaining('does not take foo, logprobs, n'),
    });
  });
});

test('every dialect is one that the table knows', () => {
  expect(dialects.filter((one) => one !== 'demo').toSorted()).toEqual(
    wires.map(({ name }) => name).toSorted(),
  );
});

test('the table is in the documentation, which vitest -u writes', async () => {
  await expect(parameterPage()).toMatchFileSnapshot('../../../../docs/parameters.md');
});
