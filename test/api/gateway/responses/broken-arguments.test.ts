import type { ResponseInputItem, Tool } from 'openai/resources/responses/responses';
import { describe, expect, it } from 'vitest';
import { openai } from '../../../activities/models/providers/wires/openai.ts';
import { otherCall, scriptAnswers, weatherSchema } from '../support/providers.ts';
import { serveGateway } from '../support/serve-gateway.ts';

const served = serveGateway();

const tools: Tool[] = [
  { type: 'function', name: 'get_weather', parameters: weatherSchema as never, strict: false },
  { type: 'custom', name: 'patch' },
];
const request = { model: 'openai/gpt-5.1', input: 'What is the weather in Rome?', tools };
const args = '{"city":"Ro';
const broken = { id: 'call_1', name: 'get_weather', args };

describe('broken arguments', () => {
  it('are given as the model wrote them, and the response is incomplete', async () => {
    scriptAnswers(served.upstream, openai, [{ calls: [broken, otherCall] }]);
    const response = await served.openai.responses.create(request);
    expect(response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [
        { type: 'function_call', arguments: args, status: 'incomplete' },
        { type: 'function_call', arguments: otherCall.args, status: 'completed' },
      ],
    });
  });

  it('are streamed in the same way', async () => {
    scriptAnswers(served.upstream, openai, [{ calls: [broken] }]);
    const events = await Array.fromAsync(
      await served.openai.responses.create({ ...request, stream: true }),
    );
    const done = events.find((event) => event.type === 'response.function_call_arguments.done');
    expect(done?.arguments).toBe(args);
    expect(events.at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [{ arguments: args, status: 'incomplete' }],
      },
    });
  });

  it.each(['get_weather', 'patch'])(
    'of %s go on to the provider as the model wrote them, when they come back',
    async (name) => {
      scriptAnswers(served.upstream, openai, [
        { calls: [{ ...broken, name }] },
        { text: 'I see.' },
      ]);
      const { output } = await served.openai.responses.create(request);
      const type = name === 'patch' ? 'custom_tool_call_output' : 'function_call_output';
      await served.openai.responses.create({
        ...request,
        input: [
          { role: 'user', content: request.input },
          ...(output as ResponseInputItem[]),
          { type, call_id: 'call_1', output: 'not JSON' },
        ],
      });
      expect(served.upstream.asked[1]?.body.messages[1].tool_calls).toMatchObject([
        { id: 'call_1', function: { name, arguments: args } },
      ]);
    },
  );
});
