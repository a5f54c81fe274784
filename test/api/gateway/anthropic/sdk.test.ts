import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it } from 'vitest';
import { apiKey } from '../support/gateway.ts';
import {
  abortWhenAsked,
  call,
  otherCall,
  scriptAnswers,
  scriptSilence,
  setups,
  weatherSchema,
} from '../support/providers.ts';
import { serveGateway } from '../support/serve-gateway.ts';

const question = { role: 'user', content: 'What is the weather in Rome?' } as const;
const tools: Anthropic.Tool[] = [
  {
    name: 'get_weather',
    description: 'The weather of a city',
    input_schema: weatherSchema as never,
  },
];

describe.each(setups)('the @anthropic-ai/sdk package', ({ environment, providers }) => {
  const served = serveGateway({ environment });
  const anthropic = () =>
    new Anthropic({ baseURL: served.gateway.url, apiKey, maxRetries: 0, logLevel: 'off' });

  describe.each(providers)('in front of $wire.name', ({ wire, model }) => {
    const asked = { model, max_tokens: 500, messages: [question] };

    it('gets a message', async () => {
      scriptAnswers(served.upstream, wire, [{ text: 'It is sunny.', reasoning: 'Rome is warm.' }]);
      const message = await anthropic().messages.create({
        ...asked,
        system: [{ type: 'text', text: 'Answer in one sentence.' }],
      });
      expect(message).toMatchObject({
        type: 'message',
        role: 'assistant',
        model: model.replace('/', ':'),
        content: [{ type: 'text', text: 'It is sunny.' }],
        stop_reason: 'end_turn',
      });
      const { usage } = message;
      const read =
        usage.input_tokens +
        (usage.cache_read_input_tokens ?? 0) +
        (usage.cache_creation_input_tokens ?? 0);
      expect(read).toBe(wire.usage.inputTokens);
      expect(usage.output_tokens).toBe(wire.usage.outputTokens);
      expect(JSON.stringify(served.upstream.asked[0]?.body)).toContain('Answer in one sentence.');
    });

    it('gets a stream, whose events make the same message', async () => {
      scriptAnswers(served.upstream, wire, [{ text: 'It is sunny.' }]);
      const stream = anthropic().messages.stream(asked);
      const texts: string[] = [];
      stream.on('text', (text) => texts.push(text));
      const message = await stream.finalMessage();
      expect(texts.join('')).toBe('It is sunny.');
      expect(message.content).toMatchObject([{ type: 'text', text: 'It is sunny.' }]);
      expect(message.stop_reason).toBe('end_turn');
      expect(message.usage.output_tokens).toBe(wire.usage.outputTokens);
    });

    it('runs a tool in two steps', async () => {
      scriptAnswers(served.upstream, wire, [{ calls: [call] }, { text: 'Sunny in Rome.' }]);
      const first = await anthropic().messages.create({ ...asked, tools });
      expect(first.stop_reason).toBe('tool_use');
      const asking = first.content.find((block) => block.type === 'tool_use');
      expect(asking).toMatchObject({ name: 'get_weather', input: { city: 'Rome' } });
      const second = await anthropic().messages.create({
        ...asked,
        tools,
        messages: [
          question,
          { role: 'assistant', content: first.content },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: asking!.id, content: 'a clear sky' }],
          },
        ],
      });
      expect(second.content).toMatchObject([{ type: 'text', text: 'Sunny in Rome.' }]);
      expect(JSON.stringify(served.upstream.asked[1]?.body)).toContain('a clear sky');
    });

    it('gets two tool calls at once, streamed, each in a block of its own', async () => {
      scriptAnswers(served.upstream, wire, [{ calls: [call, otherCall] }]);
      const message = await anthropic()
        .messages.stream({ ...asked, tools })
        .finalMessage();
      expect(message.stop_reason).toBe('tool_use');
      const inputs = message.content.flatMap((block) =>
        block.type === 'tool_use' ? [block.input] : [],
      );
      expect(inputs).toEqual([{ city: 'Rome' }, { city: 'Oslo' }]);
    });

    it('gets an answer in the form of a schema', async () => {
      scriptAnswers(served.upstream, wire, [{ text: '{"city":"Rome"}' }]);
      const message = await anthropic().messages.create({
        ...asked,
        output_config: { format: { type: 'json_schema', schema: weatherSchema as never } },
      });
      expect(message.content).toMatchObject([{ type: 'text', text: '{"city":"Rome"}' }]);
      expect(JSON.stringify(served.upstream.asked[0]?.body)).toContain('city');
    });

    it('stops the call of the provider when it is aborted', async () => {
      scriptSilence(served.upstream, wire);
      const stream = anthropic().messages.stream(asked);
      const ended = stream.finalMessage().catch((error: unknown) => error);
      await abortWhenAsked(served.upstream, () => stream.abort());
      expect(await ended).toBeInstanceOf(Anthropic.APIUserAbortError);
    });
  });
});
