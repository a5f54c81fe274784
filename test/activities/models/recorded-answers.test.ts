import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ChatResponse } from '../../../activities/models/provider.ts';
import { startMockServer } from './mock-server.ts';
import { never, request } from './requests.ts';
import { wireNamed } from './wires.ts';

const folder = process.env['PROVIDER_FIXTURES'];

type Expected = Partial<ChatResponse>;

/** Recorded answers, who speaks them, and what they mean. */
const recorded: [file: string, wire: 'openai' | 'anthropic', expected: Expected][] = [
  [
    'openai-text.json',
    'openai',
    { text: expect.stringContaining('Galaxy Day'), toolCalls: [], finish: 'stop' },
  ],
  [
    'alibaba-tool-call.json',
    'openai',
    {
      text: '',
      toolCalls: [
        {
          id: 'call_962bfd2ab8f54b89a1161356',
          name: 'weather',
          args: { location: 'San Francisco' },
        },
      ],
      finish: 'tool_calls',
      usage: expect.objectContaining({ inputTokens: 295, outputTokens: 22, cachedInputTokens: 0 }),
    },
  ],
  ['deepseek-text.json', 'openai', { finish: 'length', toolCalls: [] }],
  ['deepseek-reasoning.json', 'openai', { finish: 'stop', toolCalls: [] }],
  ['moonshotai-text.json', 'openai', { text: 'Hello, world!', finish: 'stop' }],
  ['xai-text.json', 'openai', { finish: 'stop', toolCalls: [] }],
  [
    'anthropic-text.json',
    'anthropic',
    {
      text: expect.stringContaining("I'm doing well"),
      finish: 'stop',
      usage: expect.objectContaining({ inputTokens: 12, outputTokens: 29, cachedInputTokens: 0 }),
    },
  ],
  [
    'anthropic-json-tool.1.json',
    'anthropic',
    {
      text: '',
      toolCalls: [
        {
          id: 'toolu_01Q9ExVZnzZj7E2QQYHYtNUa',
          name: 'json',
          args: { elements: expect.any(Array) },
        },
      ],
      finish: 'tool_calls',
    },
  ],
  ['anthropic-clear-thinking.1.json', 'anthropic', { text: '925 ÷ 5 = 185', finish: 'stop' }],
  [
    'anthropic-claude-opus-5-reasoning-high.1.json',
    'anthropic',
    { text: expect.stringMatching(/^## Step 1/), finish: 'stop' },
  ],
];

async function replay(file: string, wireName: 'openai' | 'anthropic', status = 200) {
  const body = await readFile(join(folder!, file), 'utf8');
  const server = await startMockServer({ status, body });
  return wireNamed(wireName).create(server.url).chat(request(), never);
}

describe.skipIf(!folder)(
  'recorded answers (skipped unless PROVIDER_FIXTURES names their folder)',
  () => {
    test.each(recorded)('%s, as %s, is read', async (file, wireName, expected) => {
      expect(await replay(file, wireName)).toMatchObject(expected);
    });

    test('a used-up quota is not a limit that passes', async () => {
      await expect(replay('openai-error.1.json', 'openai', 429)).rejects.toMatchObject({
        kind: 'unauthorized',
        code: '429',
        message: expect.stringContaining('exceeded your current quota'),
      });
    });
  },
);
