import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { itGetsObjectsAndAborts } from './support/ai-sdk-abilities.ts';
import { apiKey } from './support/gateway.ts';
import { call, question, scriptAnswers, setups, weatherSchema } from './support/providers.ts';
import { serveGateway } from './support/serve-gateway.ts';

describe.each(setups)('the AI SDK', ({ environment, providers }) => {
  const served = serveGateway({ environment });

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

  function modelOf(name: string) {
    const baton = createOpenAICompatible({
      name: 'baton',
      baseURL: `${served.gateway.url}/v1`,
      apiKey,
      includeUsage: true,
    });
    return baton(name);
  }

  describe.each(providers)('in front of $wire.name', ({ wire, model }) => {
    it('generates text', async () => {
      scriptAnswers(served.upstream, wire, [{ text: 'It is sunny.' }]);
      const { text, usage, finishReason } = await generateText({
        model: modelOf(model),
        prompt: question.content,
      });
      expect({ text, finishReason }).toEqual({ text: 'It is sunny.', finishReason: 'stop' });
      expect(usage).toMatchObject({ inputTokens: wire.usage.inputTokens });
    });

    it('streams text', async () => {
      scriptAnswers(served.upstream, wire, [{ text: 'It is sunny.' }]);
      const result = streamText({ model: modelOf(model), prompt: question.content });
      expect((await Array.fromAsync(result.textStream)).join('')).toBe('It is sunny.');
      expect((await result.usage).outputTokens).toBe(wire.usage.outputTokens);
    });

    it('runs a tool, and continues with what it gave', async () => {
      scriptAnswers(served.upstream, wire, [{ calls: [call] }, { text: 'Sunny in Rome.' }]);
      asked.length = 0;
      const { text } = await generateText({
        model: modelOf(model),
        prompt: question.content,
        tools,
        stopWhen: stepCountIs(2),
      });
      expect(asked).toEqual([{ city: 'Rome' }]);
      expect(text).toBe('Sunny in Rome.');
    });

    it('runs a tool while it streams', async () => {
      scriptAnswers(served.upstream, wire, [{ calls: [call] }, { text: 'Sunny in Rome.' }]);
      asked.length = 0;
      const result = streamText({
        model: modelOf(model),
        prompt: question.content,
        tools,
        stopWhen: stepCountIs(2),
      });
      expect((await Array.fromAsync(result.textStream)).join('')).toBe('Sunny in Rome.');
      expect(asked).toEqual([{ city: 'Rome' }]);
    });

    itGetsObjectsAndAborts({ served, wire, model: () => modelOf(model) });
  });
});
