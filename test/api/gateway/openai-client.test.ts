import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import {
  createOpenAICheck,
  descriptions,
} from '../../activities/models/providers/api-description.ts';
import {
  abortWhenAsked,
  call,
  otherCall,
  question,
  scriptAnswers,
  scriptSilence,
  setups,
  weather,
  weatherSchema,
} from './support/providers.ts';
import { serveGateway } from './support/serve-gateway.ts';

if (!descriptions) console.log('API_DESCRIPTIONS is not set: answers are not held against them.');

type Check = (value: unknown) => string[];
const nothing: Check = () => [];

/** What is wrong with answers by OpenAI's published description, where that is at hand. */
const problems = descriptions
  ? {
      completion: await createOpenAICheck('CreateChatCompletionResponse'),
      chunk: await createOpenAICheck('CreateChatCompletionStreamResponse'),
    }
  : { completion: nothing, chunk: nothing };

describe.each(setups)('the openai package', ({ environment, providers }) => {
  const served = serveGateway({ environment });

  describe.each(providers)('in front of $wire.name', ({ wire, model }) => {
    const wireModel = model.replace('/', ':');

    it('gets the answer to a chat, in the form of the description', async () => {
      scriptAnswers(served.upstream, wire, [{ text: 'It is sunny.', reasoning: 'Rome is warm.' }]);
      const completion = await served.openai.chat.completions.create({
        model,
        messages: [question],
      });
      expect(problems.completion(completion)).toEqual([]);
      expect(completion.choices[0]).toMatchObject({
        finish_reason: 'stop',
        message: { role: 'assistant', content: 'It is sunny.', refusal: null },
      });
      expect(completion.model).toBe(wireModel);
      expect(completion.usage).toMatchObject({
        prompt_tokens: wire.usage.inputTokens,
        completion_tokens: wire.usage.outputTokens,
        prompt_tokens_details: { cached_tokens: wire.usage.cachedInputTokens },
      });
    });

    it('gets a stream, each chunk in the form of the description', async () => {
      scriptAnswers(served.upstream, wire, [{ text: 'It is sunny.' }]);
      const stream = await served.openai.chat.completions.create({
        model,
        messages: [question],
        stream: true,
        stream_options: { include_usage: true },
      });
      const chunks = await Array.fromAsync(stream);
      expect(chunks.flatMap(problems.chunk)).toEqual([]);
      expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(
        'It is sunny.',
      );
      expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
      expect(chunks.at(-1)?.usage?.completion_tokens).toBe(wire.usage.outputTokens);
    });

    it('runs a tool in two steps', async () => {
      scriptAnswers(served.upstream, wire, [{ calls: [call] }, { text: 'Sunny in Rome.' }]);
      const tools = [weather];
      const first = await served.openai.chat.completions.create({
        model,
        messages: [question],
        tools,
      });
      expect(problems.completion(first)).toEqual([]);
      const [choice] = first.choices;
      const [asking] = choice?.message.tool_calls ?? [];
      expect(choice?.finish_reason).toBe('tool_calls');
      expect(asking).toMatchObject({
        function: { name: 'get_weather', arguments: '{"city":"Rome"}' },
      });
      const second = await served.openai.chat.completions.create({
        model,
        messages: [
          question,
          choice!.message,
          { role: 'tool', tool_call_id: asking!.id, content: 'sunny' },
        ],
        tools,
      });
      expect(second.choices[0]?.message.content).toBe('Sunny in Rome.');
      expect(JSON.stringify(served.upstream.asked[1]?.body)).toContain('sunny');
    });

    it('gets two tool calls at once, streamed', async () => {
      scriptAnswers(served.upstream, wire, [{ calls: [call, otherCall] }]);
      const stream = served.openai.chat.completions.stream({
        model,
        messages: [question],
        tools: [weather],
      });
      const { message, finish_reason: reason } = (await stream.finalChatCompletion()).choices[0]!;
      expect(reason).toBe('tool_calls');
      expect(message.tool_calls).toMatchObject([
        { function: { name: 'get_weather', arguments: '{"city":"Rome"}' } },
        { function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } },
      ]);
    });

    it('gets an answer in the form of a schema', async () => {
      scriptAnswers(served.upstream, wire, [{ text: '{"city":"Rome"}' }]);
      const completion = await served.openai.chat.completions.parse({
        model,
        messages: [question],
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'place', schema: weatherSchema as never },
        },
      });
      expect(problems.completion(completion)).toEqual([]);
      expect(completion.choices[0]?.message.content).toBe('{"city":"Rome"}');
    });

    it('stops the call of the provider when it is aborted', async () => {
      scriptSilence(served.upstream, wire);
      const stream = served.openai.chat.completions.stream({ model, messages: [question] });
      const ended = stream.finalContent().catch((error: unknown) => error);
      await abortWhenAsked(served.upstream, () => stream.abort());
      expect(await ended).toBeInstanceOf(OpenAI.APIUserAbortError);
    });
  });
});
