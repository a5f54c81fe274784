import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type {
  AssistantMessage,
  ChatDelta,
  ToolDefinition,
} from '../../../../contracts/models/messages.ts';
import { startMockServer } from '../mock-server.ts';
import type { Reply } from '../mock-server.ts';
import { recordedFiles } from './recorded.ts';
import { never, request } from '../requests.ts';
import { namedEvents, openaiResponses } from './wires/openai-responses.ts';

const folder = process.env['PROVIDER_FIXTURES'];
const weather = tool('weather');
const cityAttractions = tool('cityAttractions');
const question = { role: 'user' as const, text: 'Go on.' };

function tool(name: string): ToolDefinition {
  return { name, description: name, parameters: { type: 'object', properties: {} } };
}

type Event = { type: string; response?: object };

async function recorded(file: string): Promise<string> {
  return readFile(join(folder!, file), 'utf8');
}

/** The events of a file, one array a response. Two lines of one file lack their last brace. */
async function recordedEvents(file: string): Promise<Event[][]> {
  const responses: Event[][] = [];
  for (const line of (await recorded(file)).split('\n').filter((text) => text !== '')) {
    const event: Event = JSON.parse(line.replace(/"metadata":\{\}\}$/, '$&}'));
    if (event.type === 'response.created') responses.push([]);
    responses.at(-1)!.push(event);
  }
  return responses;
}

async function ask(reply: Reply, tools: ToolDefinition[] = [], messages: AssistantMessage[] = []) {
  const server = await startMockServer(reply);
  const deltas: ChatDelta[] = [];
  const asked = request({ model: 'gpt-5.2', tools, messages: [...messages, question] });
  const answer = await openaiResponses.create(server.url).chat(asked, {
    ...never,
    ...(reply.events !== undefined && { onDelta: (delta: ChatDelta) => deltas.push(delta) }),
  });
  return { answer, deltas, sent: server.received[0]!.body };
}

function usage(inputTokens: number, outputTokens: number) {
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  };
}

const parallelCalls = [
  { id: 'call_parallel_1', name: 'weather', args: { location: 'San Francisco' } },
  { id: 'call_parallel_2', name: 'cityAttractions', args: { city: 'Rome' } },
];

/** Answers that are recorded both whole and streamed. */
const inBothForms = [
  {
    name: 'openai-custom-tool.1',
    tools: [],
    expected: {
      text: '',
      toolCalls: [
        {
          id: 'call_custom_sql_001',
          name: 'write_sql',
          args: { input: 'SELECT * FROM users WHERE age > 25' },
        },
      ],
      finish: 'tool_calls',
      usage: usage(50, 20),
    },
  },
  {
    name: 'parallel-tool-call-wrapper.1',
    tools: [weather, cityAttractions],
    expected: { text: '', toolCalls: parallelCalls, finish: 'tool_calls', usage: usage(34, 28) },
  },
];

const summary =
  "**Calculating step-by-step using calculator**\n\nI'll compute 12 plus 7, then multiply the result " +
  'by 3, and finally multiply that by 10, reporting the final product.';

const steps = [
  { id: 'call_AB6AaRZ1FYZB2RwS6A5vbdqn', args: { a: 12, b: 7, op: 'add' } },
  { id: 'call_Q6pW65MUgW9vF59BmItYGos3', args: { a: 19, b: 3, op: 'multiply' } },
  { id: 'call_Zl5vIMnD7dVAjgU6FkhmiCZh', args: { a: 57, b: 10, op: 'multiply' } },
];
const steppedFile = 'openai-reasoning-encrypted-content.1.chunks.txt';
const failedFiles = { streamed: 'openai-error.1.chunks.txt', whole: 'openai-error.1.json' };

/** What the tests of other APIs read; each of them knows all files of its vendors. */
const readElsewhere =
  /^(alibaba|anthropic|deepseek|google|moonshotai|xai)-|^openai-(text|embedding)\./;

const stepUsages = [usage(134, 28), usage(221, 26), usage(260, 26)];

describe.skipIf(!folder)(
  'recorded responses (skipped unless PROVIDER_FIXTURES names their folder)',
  () => {
    test.each(inBothForms)('$name is read whole', async ({ name, tools, expected }) => {
      const { answer } = await ask({ body: await recorded(`${name}.json`) }, tools);
      expect(answer).toEqual(expected);
    });

    test.each(inBothForms)('$name is read as a stream', async ({ name, tools, expected }) => {
      const [events] = await recordedEvents(`${name}.chunks.txt`);
      const { answer, deltas } = await ask({ events: namedEvents(events!) }, tools);
      expect(answer).toEqual(expected);
      expect(deltas).toEqual(
        expected.toolCalls.flatMap(({ id, name: called, args }, index) => [
          { type: 'tool-call-start', index, id, name: called },
          { type: 'tool-call-delta', index, arguments: JSON.stringify(args) },
        ]),
      );
    });

    test('a call that looks like a wrapper stays one where its tools are not offered', async () => {
      const body = await recorded('parallel-tool-call-wrapper.1.json');
      const { answer } = await ask({ body }, [weather]);
      expect(answer.toolCalls).toMatchObject([{ id: 'call_parallel', name: 'parallel' }]);
    });

    test('each step of a calculation is read, whole and streamed', async () => {
      const responses = await recordedEvents(steppedFile);
      expect(responses).toHaveLength(4);
      for (const [index, { id, args }] of steps.entries()) {
        const events = responses[index]!;
        const expected = {
          text: '',
          toolCalls: [{ id, name: 'calculator', args }],
          finish: 'tool_calls',
          usage: stepUsages[index],
        };
        const { answer, deltas } = await ask({ events: namedEvents(events) });
        expect(answer).toMatchObject(expected);
        const written = deltas.flatMap((delta) =>
          delta.type === 'tool-call-delta' ? [delta.arguments] : [],
        );
        expect(written).toHaveLength(13);
        expect(JSON.parse(written.join(''))).toEqual(args);
        const whole = await ask({ body: events.at(-1)!.response });
        expect(whole.answer).toMatchObject(expected);
      }
    });

    test('the result of the calculation is read, whole and streamed', async () => {
      const [, , , last] = await recordedEvents(steppedFile);
      const { answer, deltas } = await ask({ events: namedEvents(last!) });
      expect(answer).toEqual({
        text: 'The final result is **570**.',
        toolCalls: [],
        finish: 'stop',
        usage: usage(299, 12),
      });
      expect(deltas).toHaveLength(8);
      expect((await ask({ body: last!.at(-1)!.response })).answer).toEqual(answer);
    });

    test('encrypted reasoning is told as it comes, and goes back as its item was done', async () => {
      const [first] = await recordedEvents(steppedFile);
      const { answer, deltas } = await ask({ events: namedEvents(first!) });
      const told = deltas.flatMap((delta) =>
        delta.type === 'reasoning-delta' ? [delta.text] : [],
      );
      expect(told.join('')).toBe(summary);
      expect(told).toHaveLength(32);
      expect(answer.reasoning).toMatchObject([{ text: summary }]);
      const done = first!.find(({ type }) => type === 'response.output_item.done') as unknown as {
        item: { id: string; encrypted_content: string };
      };
      const said: AssistantMessage = { role: 'assistant', model: 'openai:gpt-5.2', ...answer };
      const { sent } = await ask({ body: openaiResponses.answer({ text: 'ok' }) }, [], [said]);
      const { id, encrypted_content } = done.item;
      expect(sent['input']).toEqual([
        {
          type: 'reasoning',
          id,
          summary: [{ type: 'summary_text', text: summary }],
          encrypted_content,
        },
        {
          type: 'function_call',
          call_id: steps[0]!.id,
          name: 'calculator',
          arguments: JSON.stringify(steps[0]!.args),
        },
        { role: 'user', content: 'Go on.' },
      ]);
    });

    test('an error in the stream is the error of the call', async () => {
      const [events] = await recordedEvents(failedFiles.streamed);
      const expected = {
        kind: 'unauthorized',
        code: 'insufficient_quota',
        message: expect.stringContaining('exceeded your current quota'),
      };
      await expect(ask({ events: namedEvents(events!) })).rejects.toMatchObject(expected);
      const failed = events!.filter(({ type }) => type !== 'error');
      await expect(ask({ events: namedEvents(failed) })).rejects.toMatchObject(expected);
      await expect(ask({ body: events!.at(-1)!.response })).rejects.toMatchObject(expected);
    });

    test('none is left out', async () => {
      const files = (await recordedFiles('')).filter((file) => !readElsewhere.test(file));
      const both = inBothForms.flatMap(({ name }) => [`${name}.chunks.txt`, `${name}.json`]);
      expect(files).toEqual([...both, steppedFile, ...Object.values(failedFiles)].toSorted());
    });

    test('an error instead of an answer is the error of the call', async () => {
      const body = await recorded(failedFiles.whole);
      await expect(ask({ status: 429, body })).rejects.toMatchObject({
        kind: 'unauthorized',
        code: '429',
        message: expect.stringContaining('exceeded your current quota'),
      });
    });
  },
);
