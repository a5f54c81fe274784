import { expect, it } from 'vitest';
import { openai as wire } from '../../activities/models/providers/wires/openai.ts';
import { serveGateway } from './support/serve-gateway.ts';
import { shownText } from '../../support/keys.ts';

const soon = { timeout: 10_000 };

const served = serveGateway();

const ask = (headers = {}) =>
  served.gateway.request(
    'POST',
    '/v1/chat/completions',
    { model: 'openai/gpt-5.2', messages: [{ role: 'user', content: 'A secret question' }] },
    headers,
  );

const describeCall = async (headers: Headers) =>
  served.gateway.client.activity
    .getHandle(headers.get('x-baton-call-id') ?? '')
    .describe({ includeInput: true, includeOutcome: true });

it('a call is an activity, whose payloads hold its id and nothing of what is said', async () => {
  served.upstream.script(() => ({ body: wire.answer({ text: 'A secret answer' }) }));
  const { headers, body } = await ask({ 'x-baton-priority': 'high' });
  expect(headers.get('x-baton-call-id')).toMatch(/^gw_/);
  expect(body.id).toBe(headers.get('x-baton-call-id'));
  await expect.poll(async () => (await describeCall(headers)).status, soon).toBe('COMPLETED');
  const activity = await describeCall(headers);
  expect(activity).toMatchObject({
    activityType: 'answerChat',
    taskQueue: 'baton-models',
    priority: { priorityKey: 1 },
  });
  const payloads = { input: await activity.getInput(), result: await activity.getResult() };
  expect(payloads).toEqual({ input: [{ callId: body.id }], result: undefined });
  const { userMetadata } = activity.rawInfo;
  const summary = await shownText(userMetadata?.summary);
  expect(JSON.parse(summary)).toBe('chat openai:gpt-5.2 · 1 messages');
});

it('a provider that fails for a moment is asked again', async () => {
  const answers = [
    { status: 503, body: wire.error('server_error', 'busy') },
    { body: wire.answer({ text: 'Yes.' }) },
  ];
  served.upstream.script(() => answers.shift() ?? { body: {} });
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(body.choices[0].message.content).toBe('Yes.');
});

it('a call that a person stops in Temporal is told to have been stopped', async () => {
  const rest = Promise.withResolvers<string>();
  served.upstream.script(() => ({ events: ' ', rest: rest.promise }));
  const answer = ask();
  await expect.poll(() => served.upstream.asked.length, soon).toBe(1);
  const running = async () =>
    Array.fromAsync(served.gateway.client.activity.list("ExecutionStatus = 'Running'"));
  await expect.poll(async () => (await running()).length, soon).toBe(1);
  const [activity] = await running();
  await served.gateway.client.activity.getHandle(activity?.activityId ?? '').cancel('enough');
  await expect.poll(() => served.upstream.disconnected(), soon).toBe(1);
  const { status, body } = await answer;
  expect(status).toBe(409);
  expect(body.error.code).toBe('call_cancelled');
  rest.resolve('');
});
