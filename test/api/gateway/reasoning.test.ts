import type OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { wireNamed } from '../../activities/models/providers/wires/index.ts';
import { call, question, scriptAnswers, weather } from './support/providers.ts';
import { serveGateway } from './support/serve-gateway.ts';

const served = serveGateway();

type Message = OpenAI.ChatCompletionMessage & { reasoning_content?: string };

/** Runs a tool in two steps; gives the first message and what the provider was asked in the second. */
async function twoSteps(
  provider: string,
  pass: (message: Message) => OpenAI.ChatCompletionMessageParam,
) {
  const wire = wireNamed(provider);
  const request = { model: `${provider}/${wire.model}`, tools: [weather] };
  scriptAnswers(served.upstream, wire, [
    { reasoning: 'I need the weather.', calls: [call] },
    { text: 'Sunny.' },
  ]);
  const first = await served.openai.chat.completions
    .stream({ ...request, messages: [question] })
    .finalChatCompletion();
  const message = first.choices[0]!.message as Message;
  const id = message.tool_calls![0]!.id;
  const second = await served.openai.chat.completions.create({
    ...request,
    messages: [question, pass(message), { role: 'tool', tool_call_id: id, content: 'sunny' }],
  });
  expect(second.choices[0]?.message.content).toBe('Sunny.');
  return { message, asked: JSON.stringify(served.upstream.asked[1]?.body) };
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
      expect(served.upstream.asked).toHaveLength(2);
    },
  );
});
