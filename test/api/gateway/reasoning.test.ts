import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireNamed } from '../../activities/models/providers/wires/index.ts';
import { apiKey, providersAt, startGateway } from './support/gateway.ts';
import type { Gateway } from './support/gateway.ts';
import { call, question, scriptAnswers, weather } from './support/providers.ts';
import { startUpstream } from './support/upstream.ts';
import type { Upstream } from './support/upstream.ts';

let upstream: Upstream;
let gateway: Gateway;
let openai: OpenAI;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({ environment: providersAt(upstream.url) });
  openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey, maxRetries: 0 });
});
afterAll(async () => {
  await gateway?.stop();
  await upstream.close();
});

type Message = OpenAI.ChatCompletionMessage & { reasoning_content?: string };

/** Runs a tool in two steps; gives the first message and what the provider was asked in the second. */
async function twoSteps(
  provider: string,
  pass: (message: Message) => OpenAI.ChatCompletionMessageParam,
) {
  const wire = wireNamed(provider);
  const request = { model: `${provider}/${wire.model}`, tools: [weather] };
  scriptAnswers(upstream, wire, [
    { reasoning: 'I need the weather.', calls: [call] },
    { text: 'Sunny.' },
  ]);
  const first = await openai.chat.completions
    .stream({ ...request, messages: [question] })
    .finalChatCompletion();
  const message = first.choices[0]!.message as Message;
  const id = message.tool_calls![0]!.id;
  const second = await openai.chat.completions.create({
    ...request,
    messages: [question, pass(message), { role: 'tool', tool_call_id: id, content: 'sunny' }],
  });
  expect(second.choices[0]?.message.content).toBe('Sunny.');
  return { message, asked: JSON.stringify(upstream.asked[1]?.body) };
}

/** Only what OpenAI's own API knows. */
const known = ({
  role,
  content,
  tool_calls: calls,
}: Message): OpenAI.ChatCompletionMessageParam => ({
  role,
  content,
  tool_calls: calls!.map(({ id, type, function: called }: any) => ({ id, type, function: called })),
});

describe('reasoning', () => {
  it.each(['anthropic', 'deepseek', 'kimi'])(
    'of %s goes out, and comes back to it',
    async (name) => {
      const { asked } = await twoSteps(name, (message) => message);
      expect(asked).toContain('I need the weather.');
    },
  );

  it('goes back with its signature', async () => {
    const { message, asked } = await twoSteps('anthropic', (given) => given);
    const { extra_content: extra } = message as Message & { extra_content?: any };
    const { signature } = extra.baton.reasoning[0].opaque;
    expect(signature).toBeTruthy();
    expect(asked).toContain(`"signature":"${signature}"`);
  });

  it.each(['anthropic', 'gemini', 'deepseek', 'kimi', 'openai'])(
    'of %s may be dropped by the client',
    async (name) => {
      await twoSteps(name, known);
      expect(upstream.asked).toHaveLength(2);
    },
  );
});
