import { expect, it } from 'vitest';
import { openai as wire } from '../../activities/models/providers/wires/openai.ts';
import { scriptAnswers, weather } from './support/providers.ts';
import { serveGateway } from './support/serve-gateway.ts';

const served = serveGateway();

const request = {
  model: 'openai/gpt-5.2',
  messages: [{ role: 'user' as const, content: 'What is the weather in Rome?' }],
  tools: [weather],
};
const brokenCall = (args: string) => [{ id: 'call_1', name: 'get_weather', args }];

it.each(['{"city":"Ro', '{"city" Rome}'])(
  'broken arguments reach the client as they came, and the answer counts as cut: %s',
  async (args) => {
    scriptAnswers(served.upstream, wire, [{ calls: brokenCall(args) }]);
    const { choices } = await served.openai.chat.completions.create(request);
    expect(choices[0]).toMatchObject({
      finish_reason: 'length',
      message: { tool_calls: [{ id: 'call_1', function: { arguments: args } }] },
    });
    expect(served.upstream.asked).toHaveLength(1);
  },
);

it('broken arguments are streamed as they came, and the answer counts as cut', async () => {
  scriptAnswers(served.upstream, wire, [{ calls: brokenCall('{"city":"Ro') }]);
  const stream = await served.openai.chat.completions.create({ ...request, stream: true });
  let args = '';
  let finish: string | null | undefined;
  for await (const { choices } of stream) {
    args += choices[0]?.delta.tool_calls?.[0]?.function?.arguments ?? '';
    finish = choices[0]?.finish_reason ?? finish;
  }
  expect({ args, finish }).toEqual({ args: '{"city":"Ro', finish: 'length' });
});

it('JSON that is no object reaches the client as it came', async () => {
  scriptAnswers(served.upstream, wire, [{ calls: brokenCall('["Rome"]') }]);
  const { choices } = await served.openai.chat.completions.create(request);
  expect(choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: { tool_calls: [{ function: { arguments: '["Rome"]' } }] },
  });
});

it('broken arguments of earlier calls go on to the provider as the client sends them', async () => {
  scriptAnswers(served.upstream, wire, [{ text: 'I see.' }]);
  const called = { name: 'get_weather', arguments: '{"city":"Ro' };
  await served.openai.chat.completions.create({
    ...request,
    model: 'openai/gpt-5.1',
    messages: [
      ...request.messages,
      {
        role: 'assistant',
        tool_calls: [{ id: 'call_1', type: 'function', function: called }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'not JSON' },
    ],
  });
  expect(served.upstream.asked[0]?.body.messages[1].tool_calls).toMatchObject([
    { function: called },
  ]);
});

it('plain chat returns broken arguments as they came', async () => {
  scriptAnswers(served.upstream, wire, [{ calls: brokenCall('{"city":"Ro') }]);
  const asked = { model: 'openai/gpt-5.2', message: 'Rome?' };
  const { body } = await served.gateway.request('POST', '/chat', asked);
  expect(body.toolCalls).toEqual([
    { name: 'get_weather', arguments: '{"city":"Ro', status: 'requested' },
  ]);
});
