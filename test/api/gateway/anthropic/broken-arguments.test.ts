import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it } from 'vitest';
import { openai } from '../../../activities/models/providers/wires/openai.ts';
import { apiKey } from '../support/gateway.ts';
import { otherCall, scriptAnswers, weatherSchema } from '../support/providers.ts';
import { serveGateway } from '../support/serve-gateway.ts';

const served = serveGateway();
const messages = () =>
  new Anthropic({ baseURL: served.gateway.url, apiKey, maxRetries: 0 }).messages;

const question = { role: 'user' as const, content: 'What is the weather in Rome?' };
const request = {
  model: 'openai/gpt-5.1',
  max_tokens: 500,
  messages: [question],
  tools: [{ name: 'get_weather', input_schema: weatherSchema as never }],
};
const brokenCall = (args: string) => ({ id: 'call_1', name: 'get_weather', args });

describe.each(['{"city":"Ro', '{"city" Rome}', '["Rome"]'])('the arguments %s', (args) => {
  const held = [{ type: 'tool_use', id: 'call_1', input: { INVALID_JSON: args } }];

  it('stand in an object, and the answer counts as cut', async () => {
    scriptAnswers(served.upstream, openai, [{ calls: [brokenCall(args)] }]);
    const message = await messages().create(request);
    expect(message.content).toMatchObject(held);
    expect(message.stop_reason).toBe('max_tokens');
  });

  it('stand in the same object where they are streamed', async () => {
    scriptAnswers(served.upstream, openai, [{ calls: [brokenCall(args), otherCall] }]);
    const message = await messages().stream(request).finalMessage();
    expect(message.content).toMatchObject([...held, { input: { city: 'Oslo' } }]);
    expect(message.stop_reason).toBe('max_tokens');
  });

  it('go on to the provider as the model wrote them, when they come back', async () => {
    scriptAnswers(served.upstream, openai, [{ calls: [brokenCall(args)] }, { text: 'I see.' }]);
    const { content } = await messages().create(request);
    await messages().create({
      ...request,
      messages: [
        question,
        { role: 'assistant', content },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'not JSON' }],
        },
      ],
    });
    expect(served.upstream.asked[1]?.body.messages[1].tool_calls).toMatchObject([
      { id: 'call_1', function: { name: 'get_weather', arguments: args } },
    ]);
  });
});
