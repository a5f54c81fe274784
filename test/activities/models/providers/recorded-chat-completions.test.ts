import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Usage } from '../../../../contracts/models/messages.ts';
import { startMockServer } from '../mock-server.ts';
import { expectToldInFull, longText, recordedFiles, recordedFolder, replay } from './recorded.ts';
import { never } from '../requests.ts';
import { wireNamed } from './wires/index.ts';
import { serverSentEvents } from './wires/server-sent-events.ts';

function used(inputTokens: number, outputTokens: number, rest: Partial<Usage> = {}): Usage {
  const none = { cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  return { inputTokens, outputTokens, ...none, ...rest };
}

const said = { toolCalls: [], finish: 'stop' };

function thought(...text: Parameters<typeof longText>) {
  return { reasoning: [{ text: longText(...text) }] };
}

function weather(id: string) {
  const call = { id, name: 'weather', args: { location: 'San Francisco' } };
  return { text: '', toolCalls: [call], finish: 'tool_calls', usage: used(295, 22) };
}

/** Whose answers they are, by how the names of the files begin, and what each of them means. */
const recorded: { wire: string; prefix: string; answers: Record<string, object> }[] = [
  {
    wire: 'qwen',
    prefix: 'alibaba-',
    answers: {
      'alibaba-reasoning.chunks.txt': {
        ...said,
        ...thought('We are asked: "How many ', 'es.\n\nSo final answer: 3.', 3301),
        text: longText('The word **"strawberry"*', 's `3`).  \n\n**Answer: 3**', 816),
        usage: used(24, 1355, { reasoningTokens: 1084 }),
      },
      'alibaba-reasoning.json': {
        ...said,
        ...thought('We are asked: "How many ', 'es.\n\nSo final answer: 3.', 4213),
        text: longText('The word **"strawberry"*', ' ```  \n\n**Answer: 3** 🍓', 952),
        usage: used(24, 1668, { reasoningTokens: 1353 }),
      },
      'alibaba-text.chunks.txt': {
        ...said,
        text: longText('## The Festival of Share', 'We are woven together."*', 3771),
        usage: used(18, 779),
      },
      'alibaba-text.json': {
        ...said,
        text: longText('## The Festival of Forgo', 'for what is yet to come.', 4892),
        usage: used(18, 1064),
      },
      'alibaba-tool-call.chunks.txt': weather('call_eee11723464a4b9eb8cee71d'),
      'alibaba-tool-call.json': weather('call_962bfd2ab8f54b89a1161356'),
    },
  },
  {
    wire: 'deepseek',
    prefix: 'deepseek-',
    answers: {
      'deepseek-json.json': {
        ...said,
        ...thought('I have the result from t', ' output the JSON object.', 558),
        text: '{\n  "location": "San Francisco",\n  "condition": "cloudy",\n  "temperature": 7\n}',
        usage: used(495, 144, { cachedInputTokens: 320, reasoningTokens: 118 }),
      },
      'deepseek-reasoning.chunks.txt': {
        ...said,
        ...thought('We need to count the num', '\n\nThus, the answer is 3.', 606),
        text: 'The word "strawberry" contains three "r"s.',
        usage: used(18, 219, { reasoningTokens: 205 }),
      },
      'deepseek-reasoning.json': {
        ...said,
        ...thought('We are asked: "How many ', 'berry\'?" So answer is 3.', 935),
        text:
          'The word "strawberry" contains three instances of the letter "r": ' +
          'one after the "t" and two before the "y".',
        usage: used(18, 345, { reasoningTokens: 315 }),
      },
      'deepseek-text.json': {
        toolCalls: [],
        finish: 'length',
        text: longText('## **Holiday Name: Grati', 'resents, people exchange', 1375),
        usage: used(13, 300),
      },
    },
  },
  {
    wire: 'kimi',
    prefix: 'moonshotai-',
    answers: {
      'moonshotai-reasoning.json': {
        ...said,
        text: 'There are three.',
        reasoning: [{ text: 'Let me count the letters carefully.' }],
        usage: used(20, 30, { cachedInputTokens: 10, reasoningTokens: 22 }),
      },
      'moonshotai-stream.chunks.txt': {
        ...said,
        text: 'Hello!',
        reasoning: [{ text: 'Thinking aloud. ' }],
        usage: used(9, 12, { reasoningTokens: 7 }),
      },
      'moonshotai-text.json': { ...said, text: 'Hello, world!', usage: used(9, 5) },
    },
  },
  {
    wire: 'grok',
    prefix: 'xai-',
    answers: {
      'xai-text.chunks.txt': {
        ...said,
        text: 'Hello',
        reasoning: [{ text: 'First, the user said' }],
        usage: used(12, 291, { cachedInputTokens: 11, reasoningTokens: 290 }),
      },
      'xai-text.json': {
        ...said,
        ...thought('First, the user said: "S', 'ing and keeps it simple.', 189),
        text: 'Hello',
        usage: used(12, 229, { cachedInputTokens: 2, reasoningTokens: 228 }),
      },
    },
  },
  {
    wire: 'openai',
    prefix: 'openai-text.',
    answers: {
      'openai-text.chunks.txt': {
        ...said,
        text: longText('**Holiday Name:** Harmon', 'nces and mutual respect.', 1724),
        usage: used(16, 300),
      },
      'openai-text.json': {
        ...said,
        text: longText('**Holiday Name:** Galaxy', ' dream beyond our world.', 1842),
        usage: used(16, 363),
      },
    },
  },
];

describe.skipIf(!recordedFolder)(
  'recorded Chat Completions (skipped unless PROVIDER_FIXTURES names their folder)',
  () => {
    describe.each(recorded)('of $wire', ({ wire, prefix, answers }) => {
      const play = (file: string, isWatched: boolean) =>
        replay(file, wireNamed(wire), { toEvents: serverSentEvents, isWatched });

      test('are all known', async () => {
        expect(await recordedFiles(prefix)).toEqual(Object.keys(answers).toSorted());
      });

      test.each(Object.entries(answers))('%s is read, and told in full', async (file, answer) => {
        const played = await play(file, true);
        expect(played.answer).toEqual(answer);
        expectToldInFull(played);
      });

      const whole = Object.entries(answers).filter(([file]) => file.endsWith('.json'));
      test.each(whole)('%s is read in one piece', async (file, answer) => {
        expect((await play(file, false)).answer).toEqual(answer);
      });
    });

    test('a used-up quota is not a limit that passes', async () => {
      const options = { toEvents: serverSentEvents, status: 429 };
      for (const isWatched of [true, false]) {
        await expect(
          replay('openai-error.1.json', wireNamed('openai'), { ...options, isWatched }),
        ).rejects.toMatchObject({
          kind: 'unauthorized',
          code: '429',
          message: expect.stringContaining('exceeded your current quota'),
        });
      }
    });

    test('embeddings are read', async () => {
      const body = await readFile(join(recordedFolder!, 'openai-embedding.json'), 'utf8');
      const server = await startMockServer({ body });
      const { embed } = wireNamed('openai').create(server.url);
      const embedded = await embed!({ model: 'text-embedding-3-small', texts: ['a', 'b'] }, never);
      expect(embedded).toEqual({
        inputTokens: 12,
        vectors: [
          [0.0057293195, -0.012727811, 0.020042092, -0.013437585, 0.022833068],
          [-0.037104916, -0.05178114, -0.008340587, 0.001164541, -0.0035253682],
        ],
      });
    });
  },
);
