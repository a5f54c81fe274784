import OpenAI from 'openai';
import type { ResponseInputItem, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { describe, expect, it } from 'vitest';
import {
  createOpenAICheck,
  descriptions,
} from '../../../activities/models/providers/api-description.ts';
import {
  abortWhenAsked,
  call,
  otherCall,
  question,
  scriptAnswers,
  scriptSilence,
  setups,
  weatherSchema,
} from '../support/providers.ts';
import { serveGateway } from '../support/serve-gateway.ts';

if (!descriptions) console.log('API_DESCRIPTIONS is not set: responses are not held against them.');

type Check = (value: unknown) => string[];
const nothing: Check = () => [];

/** What is wrong with answers by OpenAI's published description, where that is at hand. */
const problems = descriptions
  ? {
      response: await createOpenAICheck('Response'),
      event: await createOpenAICheck('ResponseStreamEvent'),
      items: await createOpenAICheck('ResponseItemList'),
    }
  : { response: nothing, event: nothing, items: nothing };

const tools: OpenAI.Responses.FunctionTool[] = [
  {
    type: 'function',
    name: 'get_weather',
    description: 'The weather of a city',
    parameters: weatherSchema as never,
    strict: false,
  },
];

describe.each(setups)('the Responses API of the openai package', ({ environment, providers }) => {
  const served = serveGateway({ environment });

  describe.each(providers)('in front of $wire.name', ({ wire, model }) => {
    const asked = { model, input: question.content };

    it('gets a response, in the form of the description', async () => {
      scriptAnswers(served.upstream, wire, [{ text: 'It is sunny.', reasoning: 'Rome is warm.' }]);
      const response = await served.openai.responses.create({
        ...asked,
        instructions: 'Answer in one sentence.',
      });
      expect(problems.response(response)).toEqual([]);
      expect(response.status).toBe('completed');
      expect(response.output_text).toBe('It is sunny.');
      expect(response.model).toBe(model.replace('/', ':'));
      expect(response.usage).toMatchObject({
        input_tokens: wire.usage.inputTokens,
        input_tokens_details: { cached_tokens: wire.usage.cachedInputTokens },
        output_tokens: wire.usage.outputTokens,
      });
      expect(JSON.stringify(served.upstream.asked[0]?.body)).toContain('Answer in one sentence.');
    });

    it('gets a stream, each event in the form of the description', async () => {
      scriptAnswers(served.upstream, wire, [{ text: 'It is sunny.', reasoning: 'Rome is warm.' }]);
      const stream = await served.openai.responses.create({ ...asked, stream: true });
      const events: ResponseStreamEvent[] = await Array.fromAsync(stream);
      expect(events.flatMap(problems.event)).toEqual([]);
      expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index));
      const said = events.flatMap((event) =>
        event.type === 'response.output_text.delta' ? [event.delta] : [],
      );
      expect(said.join('')).toBe('It is sunny.');
      expect(events[0]?.type).toBe('response.created');
      const last = events.at(-1);
      if (last?.type !== 'response.completed') throw new Error(`the last event is ${last?.type}`);
      expect(last.response.usage?.output_tokens).toBe(wire.usage.outputTokens);
    });

    it('runs a tool in two steps, without anything stored', async () => {
      scriptAnswers(served.upstream, wire, [{ calls: [call] }, { text: 'Sunny in Rome.' }]);
      const options = {
        model,
        tools,
        store: false,
        include: ['reasoning.encrypted_content' as const],
      };
      const first = await served.openai.responses.create({ ...options, input: question.content });
      expect(problems.response(first)).toEqual([]);
      const asking = first.output.find((item) => item.type === 'function_call');
      expect(asking).toMatchObject({ name: 'get_weather', arguments: '{"city":"Rome"}' });
      const second = await served.openai.responses.create({
        ...options,
        input: [
          question,
          ...(first.output as ResponseInputItem[]),
          { type: 'function_call_output', call_id: asking!.call_id, output: 'a clear sky' },
        ],
      });
      expect(second.output_text).toBe('Sunny in Rome.');
      expect(JSON.stringify(served.upstream.asked[1]?.body)).toContain('a clear sky');
      await expect(served.openai.responses.retrieve(second.id)).rejects.toMatchObject({
        status: 404,
      });
    });

    it('runs a tool in two steps from what is stored', async () => {
      scriptAnswers(served.upstream, wire, [{ calls: [call] }, { text: 'Sunny in Rome.' }]);
      const first = await served.openai.responses.create({ ...asked, tools });
      const asking = first.output.find((item) => item.type === 'function_call');
      const second = await served.openai.responses.create({
        model,
        tools,
        previous_response_id: first.id,
        input: [{ type: 'function_call_output', call_id: asking!.call_id, output: 'a clear sky' }],
      });
      expect(second.output_text).toBe('Sunny in Rome.');
      const sent = JSON.stringify(served.upstream.asked[1]?.body);
      for (const text of [question.content, 'get_weather', 'a clear sky']) {
        expect(sent).toContain(text);
      }
      const items = await served.openai.responses.inputItems.list(second.id, { order: 'asc' });
      expect(
        problems.items({
          object: 'list',
          first_id: '',
          last_id: '',
          has_more: false,
          data: items.data,
        }),
      ).toEqual([]);
      expect(items.data.map(({ type }) => type)).toEqual(
        expect.arrayContaining(['message', 'function_call', 'function_call_output']),
      );
    });

    it('gets two tool calls at once, streamed', async () => {
      scriptAnswers(served.upstream, wire, [{ calls: [call, otherCall] }]);
      const stream = served.openai.responses.stream({ ...asked, tools });
      const events: ResponseStreamEvent[] = await Array.fromAsync(stream);
      expect(events.flatMap(problems.event)).toEqual([]);
      const response = await stream.finalResponse();
      const calls = response.output.flatMap((item) =>
        item.type === 'function_call' ? [item.arguments] : [],
      );
      expect(calls.map((text) => JSON.parse(text))).toEqual([{ city: 'Rome' }, { city: 'Oslo' }]);
    });

    it('gets an answer in the form of a schema', async () => {
      scriptAnswers(served.upstream, wire, [{ text: '{"city":"Rome"}' }]);
      const response = await served.openai.responses.parse({
        ...asked,
        text: { format: { type: 'json_schema', name: 'place', schema: weatherSchema as never } },
      });
      expect(problems.response(response)).toEqual([]);
      expect(response.output_text).toBe('{"city":"Rome"}');
    });

    it('stops the call of the provider when it is aborted', async () => {
      scriptSilence(served.upstream, wire);
      const stream = served.openai.responses.stream(asked);
      const ended = stream.finalResponse().catch((error: unknown) => error);
      await abortWhenAsked(served.upstream, () => stream.abort());
      expect(await ended).toBeInstanceOf(OpenAI.APIUserAbortError);
    });
  });
});
