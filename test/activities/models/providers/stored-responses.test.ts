import { expect, test, vi } from 'vitest';
import type {
  AssistantMessage,
  ChatDelta,
  ChatMessage,
} from '../../../../contracts/models/messages.ts';
import { createModelRouter } from '../../../../activities/models/ask/create-router.ts';
import {
  nextInput,
  wholeInput,
} from '../../../../activities/models/turn/engines/openai-responses.ts';
import { modelEnvironment } from '../../../../activities/models/env.ts';
import type { StoredConversation } from '../../../../activities/models/provider.ts';
import { createOpenAIResponsesProvider } from '../../../../activities/models/providers/openai-responses.ts';
import { golden } from './golden.ts';
import { startMockServer } from '../mock-server.ts';
import { getPrice, request } from '../requests.ts';
import { startResponsesServer } from './responses-server.ts';
import { apiKey } from './wires/api-key.ts';

const model = 'gpt-5.2';
const instructions: ChatMessage = { role: 'system', text: 'You are a trader.' };
const question: ChatMessage = { role: 'user', text: 'What is SPX at?' };
const call = { id: 'call_1', name: 'get_price', args: { symbol: 'SPX' } };
const result: ChatMessage = {
  role: 'tool',
  callId: 'call_1',
  name: 'get_price',
  text: '{"price":3283}',
  isError: false,
};

/** Calls a tool first, then says how many entries of the conversation it has seen. */
function answerAfterTool(conversation: { type?: string }[]) {
  const hasResult = conversation.some(({ type }) => type === 'function_call_output');
  return hasResult
    ? { text: `At 3,283, after ${conversation.length} entries.` }
    : { calls: [{ ...call, args: JSON.stringify(call.args) }] };
}

const sayHello = { answer: () => ({ text: 'Hello there.' }) };

type Server = Awaited<ReturnType<typeof startResponsesServer>>;
type Options = Partial<StoredConversation> & {
  signal?: AbortSignal;
  onDelta?: (delta: ChatDelta) => void;
  messages?: ChatMessage[];
};

/** A process that asks; time passes at once in it, and `waits` tells how much. */
function startProcess(server: Pick<Server, 'url'>) {
  const waits: number[] = [];
  const begun: string[] = [];
  const provider = createOpenAIResponsesProvider({
    apiKey,
    baseUrl: server.url,
    wait: async (milliseconds, signal) => {
      waits.push(milliseconds);
      signal.throwIfAborted();
    },
  });
  const respond = ({ messages = [instructions, question], ...options }: Options = {}) =>
    provider.respond(request({ model, messages, tools: [getPrice] }), {
      signal: new AbortController().signal,
      onBegun: async (id) => void begun.push(id),
      ...options,
    });
  return { respond, waits, begun };
}

function textsOf(deltas: readonly ChatDelta[]): string {
  return deltas.map((delta) => (delta.type === 'text-delta' ? delta.text : '')).join('');
}

/** A response that has begun and waits to be let on; `abort` stops who waits for it. */
async function beginAndHold(server: Server, options: Options = {}) {
  const controller = new AbortController();
  const process = startProcess(server);
  const answer = process.respond({ signal: controller.signal, ...options });
  answer.catch(() => undefined);
  await vi.waitFor(() => expect(process.begun).toEqual(['resp_1']));
  return { answer, abort: (reason: Error) => controller.abort(reason), ...process };
}

test('goes on by the id of the last response, and sends only what is new', async () => {
  const server = await startResponsesServer({ answer: answerAfterTool });
  const { respond, begun } = startProcess(server);
  const recorded: { turn: number; message: ChatMessage }[] = [
    { turn: 0, message: instructions },
    { turn: 0, message: question },
  ];

  const first = await respond(nextInput(recorded, 1));
  expect(first).toMatchObject({ toolCalls: [call], finish: 'tool_calls', responseId: 'resp_1' });
  const said: AssistantMessage = { role: 'assistant', ...first };
  recorded.push({ turn: 1, message: said }, { turn: 1, message: result });

  const second = await respond(nextInput(recorded, 2));
  expect(second).toMatchObject({ text: 'At 3,283, after 3 entries.', responseId: 'resp_2' });
  expect(begun).toEqual(['resp_1', 'resp_2']);
  const [firstBody, secondBody] = server.created();
  expect(firstBody).toEqual(await golden('openai-responses-stored', firstBody));
  expect(secondBody).toEqual(await golden('openai-responses-stored-next', secondBody));
  expect(secondBody).toMatchObject({
    previous_response_id: 'resp_1',
    instructions: 'You are a trader.',
    input: [{ type: 'function_call_output', call_id: 'call_1', output: '{"price":3283}' }],
  });
});

test('the id is on record before the answer is waited for', async () => {
  const server = await startResponsesServer(sayHello);
  const { promise: recorded, resolve } = Promise.withResolvers<void>();
  const deltas: ChatDelta[] = [];
  const onBegun = vi.fn(() => recorded);
  const answer = startProcess(server).respond({ onBegun, onDelta: (delta) => deltas.push(delta) });
  await vi.waitFor(() => expect(onBegun).toHaveBeenCalledWith('resp_1'));
  expect(deltas).toEqual([]);
  resolve();
  expect(await answer).toMatchObject({ text: 'Hello there.' });
  expect(textsOf(deltas)).toBe('Hello there.');
});

test('a call that is resumed after its process died asks nothing again, and gets the same answer', async () => {
  const server = await startResponsesServer({ ...sayHello, hold: 4 });
  const first = await beginAndHold(server, { keepOnAbort: () => true });
  first.abort(new Error('the worker shuts down'));
  await expect(first.answer).rejects.toThrow('the worker shuts down');
  expect(server.statusOf('resp_1')).toBe('in_progress');

  const deltas: ChatDelta[] = [];
  const second = startProcess(server);
  const resumed = second.respond({
    resumeResponseId: 'resp_1',
    onDelta: (delta) => {
      deltas.push(delta);
      server.release('resp_1');
    },
  });
  expect(await resumed).toMatchObject({ text: 'Hello there.', responseId: 'resp_1' });
  expect(textsOf(deltas)).toBe('Hello there.');

  const later = startProcess(server).respond({ resumeResponseId: 'resp_1' });
  expect(await later).toEqual(await resumed);
  expect(server.created()).toHaveLength(1);
  expect(second.begun).toEqual([]);
});

test('an abort cancels the response at the provider', async () => {
  const server = await startResponsesServer({ ...sayHello, hold: 4 });
  const { answer, abort } = await beginAndHold(server);
  const reason = new Error('the run was cancelled');
  abort(reason);
  await expect(answer).rejects.toBe(reason);
  expect(server.statusOf('resp_1')).toBe('cancelled');
});

test('an abort cancels a response that is waited for again', async () => {
  const server = await startResponsesServer({ ...sayHello, hold: 4 });
  const first = await beginAndHold(server, { keepOnAbort: () => true });
  first.abort(new Error('the worker shuts down'));
  const controller = new AbortController();
  const reason = new Error('the run was cancelled');
  const second = startProcess(server).respond({
    resumeResponseId: 'resp_1',
    signal: controller.signal,
    onDelta: () => controller.abort(reason),
  });
  await expect(second).rejects.toBe(reason);
  expect(server.statusOf('resp_1')).toBe('cancelled');
});

test('a deadline leaves the response at work, for the next try', async () => {
  const server = await startResponsesServer({ ...sayHello, hold: 4 });
  const { answer, abort } = await beginAndHold(server);
  abort(new DOMException('too slow', 'TimeoutError'));
  await expect(answer).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(server.statusOf('resp_1')).toBe('in_progress');
});

test('a response whose id could not be put on record is cancelled', async () => {
  const server = await startResponsesServer({ ...sayHello, hold: 4 });
  const reason = new Error('the database is gone');
  const answer = startProcess(server).respond({ onBegun: () => Promise.reject(reason) });
  await expect(answer).rejects.toBe(reason);
  expect(server.statusOf('resp_1')).toBe('cancelled');
});

test('a conversation that is no longer kept is told apart, and can be sent whole', async () => {
  const server = await startResponsesServer({ answer: answerAfterTool });
  const { respond } = startProcess(server);
  const first = await respond();
  const recorded = [instructions, question, { role: 'assistant' as const, ...first }, result].map(
    (message) => ({ turn: 0, message }),
  );
  server.forget('resp_1');
  await expect(respond(nextInput(recorded, 1))).rejects.toMatchObject({
    name: 'ProviderError',
    kind: 'invalid_request',
    code: 'previous_response_not_found',
  });
  const whole = await respond(wholeInput(recorded, 1));
  expect(whole).toMatchObject({ text: 'At 3,283, after 3 entries.' });
  expect(server.created().at(-1)).not.toHaveProperty('previous_response_id');
});

test.each([
  [404, { message: "Previous response with id 'resp_1' not found." }],
  [400, { message: 'Invalid `previous_response_id`.', code: 'invalid_request_error' }],
  [
    400,
    {
      message: 'Previous response cannot be used for this organization due to Zero Data Retention.',
    },
  ],
])(
  'a conversation that is no longer kept is told apart by HTTP %i and %j',
  async (status, error) => {
    const server = await startMockServer({ status, body: { error } });
    const answer = startProcess({ url: `${server.url}/v1` }).respond({
      previousResponseId: 'resp_1',
    });
    await expect(answer).rejects.toMatchObject({ code: 'previous_response_not_found' });
  },
);

test('a stream that breaks off is taken up after its last event', async () => {
  const server = await startResponsesServer({ ...sayHello, hold: 4 });
  const deltas: ChatDelta[] = [];
  const { answer, waits } = await beginAndHold(server, { onDelta: (delta) => deltas.push(delta) });
  await vi.waitFor(() => expect(deltas).toHaveLength(1));
  server.disconnect();
  await vi.waitFor(() => expect(server.received.length).toBeGreaterThan(1));
  server.release('resp_1');
  expect(await answer).toMatchObject({ text: 'Hello there.' });
  expect(textsOf(deltas)).toBe('Hello there.');
  expect(server.received[1]!.path).toBe('/v1/responses/resp_1?stream=true&starting_after=3');
  expect(waits).toEqual([]);
});

test('where a kept response is not streamed again, it is looked at in growing intervals', async () => {
  const server = await startResponsesServer({
    ...sayHello,
    hold: 4,
    refuses: ['stream of a kept response'],
  });
  const deltas: ChatDelta[] = [];
  const { answer, waits } = await beginAndHold(server, { onDelta: (delta) => deltas.push(delta) });
  server.disconnect();
  await vi.waitFor(() => expect(waits.length).toBeGreaterThan(12));
  server.release('resp_1');
  expect(await answer).toMatchObject({ text: 'Hello there.' });
  expect(waits.slice(0, 3)).toEqual([750, 1125, 1687.5]);
  expect(Math.max(...waits)).toBe(10_000);
  expect(server.created()).toHaveLength(1);
});

test('a server that answers in one piece though asked to stream is looked at until it is done', async () => {
  const server = await startResponsesServer({ ...sayHello, hold: 4, refuses: ['stream'] });
  const deltas: ChatDelta[] = [];
  const { answer } = await beginAndHold(server, { onDelta: (delta) => deltas.push(delta) });
  server.release('resp_1');
  expect(await answer).toMatchObject({ text: 'Hello there.', responseId: 'resp_1' });
  expect(textsOf(deltas)).toBe('Hello there.');
});

test('a provider that stays away is an error that passes, and the response is left at work', async () => {
  const server = await startResponsesServer({ ...sayHello, hold: 4 });
  const { answer, waits } = await beginAndHold(server);
  server.stop();
  await expect(answer).rejects.toMatchObject({ name: 'ProviderError', kind: 'transient' });
  expect(waits).toHaveLength(4);
  expect(server.statusOf('resp_1')).toBe('in_progress');
});

test('a response that failed is an error, and is asked again when it is resumed', async () => {
  const server = await startResponsesServer({ ...sayHello, hold: 4 });
  const { answer } = await beginAndHold(server);
  server.fail('resp_1');
  await expect(answer).rejects.toMatchObject({ kind: 'transient', code: 'server_error' });

  const second = startProcess(server);
  const again = second.respond({ resumeResponseId: 'resp_1' });
  await vi.waitFor(() => expect(second.begun).toEqual(['resp_2']));
  server.release('resp_2');
  expect(await again).toMatchObject({ text: 'Hello there.', responseId: 'resp_2' });
});

test('a response that the provider lost is asked again when it is resumed', async () => {
  const server = await startResponsesServer(sayHello);
  const { respond, begun } = startProcess(server);
  expect(await respond({ resumeResponseId: 'resp_0' })).toMatchObject({ responseId: 'resp_1' });
  expect(begun).toEqual(['resp_1']);
});

test('where background is refused, the response is kept all the same, and background not tried again', async () => {
  const server = await startResponsesServer({ ...sayHello, refuses: ['background'] });
  const { respond } = startProcess(server);
  expect(await respond()).toMatchObject({ text: 'Hello there.', responseId: 'resp_1' });
  expect(await respond({ previousResponseId: 'resp_1' })).toMatchObject({ responseId: 'resp_2' });
  expect(server.created().map(({ background, store }) => [background, store])).toEqual([
    [true, true],
    [undefined, true],
    [undefined, true],
  ]);
});

test('without background, a stream that breaks off is an error that passes', async () => {
  const server = await startResponsesServer({ ...sayHello, hold: 4, refuses: ['background'] });
  const { answer, abort } = await beginAndHold(server);
  server.disconnect();
  await expect(answer).rejects.toMatchObject({ name: 'ProviderError', kind: 'transient' });
  abort(new Error('too late'));
  expect(server.received.map(({ method }) => method)).toEqual(['POST', 'POST']);
});

test('where summaries of the reasoning are refused, it is done without them', async () => {
  const server = await startResponsesServer({ ...sayHello, refuses: ['summary'] });
  expect(await startProcess(server).respond()).toMatchObject({ text: 'Hello there.' });
  expect(server.created().map(({ reasoning }) => reasoning)).toEqual([
    { summary: 'auto' },
    undefined,
  ]);
});

test('a router asks only who keeps conversations, and gives the id of the response', async () => {
  const server = await startResponsesServer(sayHello);
  const router = await createModelRouter(
    modelEnvironment.parse({
      OPENAI_API_KEY: apiKey,
      OPENAI_BASE_URL: server.url,
      OPENAI_API: 'responses',
    }),
  );
  const begun: string[] = [];
  const { model: _, ...asked } = request();
  const answer = await router.chat(['demo:trend', 'openai:gpt-5.2'], asked, {
    signal: new AbortController().signal,
    stored: { onBegun: async (id) => void begun.push(id) },
  });
  expect(answer).toMatchObject({
    text: 'Hello there.',
    model: 'openai:gpt-5.2',
    responseId: 'resp_1',
    attempts: [
      { model: 'demo:trend', status: 'skipped', error: { code: 'NOT_STORED' } },
      { model: 'openai:gpt-5.2', status: 'answered' },
    ],
  });
  expect(begun).toEqual(['resp_1']);
});
