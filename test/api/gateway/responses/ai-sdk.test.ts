import { createOpenAI } from '@ai-sdk/openai';
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { itGetsObjectsAndAborts } from '../support/ai-sdk-abilities.ts';
import { apiKey } from '../support/gateway.ts';
import { call, question, scriptAnswers, setups, weatherSchema } from '../support/providers.ts';
import { serveGateway } from '../support/serve-gateway.ts';

describe.each(setups)('@ai-sdk/openai with its default', ({ environment, providers }) => {
  const served = serveGateway({ environment });
  const modelOf = (name: string) =>
    createOpenAI({ baseURL: `${served.gateway.url}/v1`, apiKey })(name);

  const asked: unknown[] = [];
  const tools = {
    get_weather: tool({
      description: 'The weather of a city',
      inputSchema: jsonSchema<{ city: string }>(weatherSchema as never),
      execute: async (input) => {
        asked.push(input);
        return { weather: 'sunny' };
      },
    }),
  };

  describe.each(providers)('in front of $wire.name', ({ wire, model }) => {
    it('generates and streams text', async () => {
      scriptAnswers(served.upstream, wire, [{ text: 'It is sunny.' }]);
      const whole = await generateText({ model: modelOf(model), prompt: question.content });
      expect(whole.text).toBe('It is sunny.');
      expect(whole.finishReason).toBe('stop');
      const result = streamText({ model: modelOf(model), prompt: question.content });
      expect((await Array.fromAsync(result.textStream)).join('')).toBe('It is sunny.');
      expect((await result.usage).outputTokens).toBe(wire.usage.outputTokens);
    });

    it('runs a tool, and goes on by references to what is stored', async () => {
      scriptAnswers(served.upstream, wire, [
        { calls: [call], reasoning: 'I look.' },
        { text: 'Sunny in Rome.' },
      ]);
      asked.length = 0;
      const result = streamText({
        model: modelOf(model),
        prompt: question.content,
        tools,
        stopWhen: stepCountIs(2),
      });
      expect((await Array.fromAsync(result.textStream)).join('')).toBe('Sunny in Rome.');
      expect(asked).toEqual([{ city: 'Rome' }]);
      expect(JSON.stringify(served.upstream.asked[1]?.body)).toContain('sunny');
    });

    itGetsObjectsAndAborts({ served, wire, model: () => modelOf(model) });
  });
});
