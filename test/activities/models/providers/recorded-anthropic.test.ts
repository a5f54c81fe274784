import { describe, expect, test } from 'vitest';
import type { Usage } from '../../../../contracts/models/messages.ts';
import { noUsage } from '../../../../contracts/models/messages.ts';
import { expectToldInFull, longText, recordedFiles, recordedFolder, replay } from './recorded.ts';
import { anthropic, anthropicEvents } from './wires/anthropic.ts';

function used(inputTokens: number, outputTokens: number, reasoningTokens = 0): Usage {
  return { ...noUsage, inputTokens, outputTokens, reasoningTokens };
}

const said = { toolCalls: [], finish: 'stop' };

/** What each recorded answer means. */
const expected: Record<string, object> = {
  'anthropic-claude-opus-5-reasoning-high.1.json': {
    ...said,
    text: longText('## Step 1: Set up the problem', 'independently confirming the answer.', 2644),
    reasoning: [
      {
        text: longText('I need to find all roots', 'polynomial has exactly 3 roots.', 352),
        opaque: { signature: longText('CAISqwQKhwEI', '7dcYAQ==', 752) },
      },
    ],
    usage: used(51, 1699, 139),
  },
  'anthropic-clear-thinking.1.chunks.txt': {
    ...said,
    text: '925 ÷ 5 = 185',
    reasoning: [
      {
        text: 'The previous result was 925. Now I need to divide that by 5.\n\n925 ÷ 5 = 185',
        opaque: { signature: longText('EvQBCkYICxgC', '6Ca17BgB', 332) },
      },
    ],
    usage: used(69, 53),
  },
  'anthropic-clear-thinking.1.json': {
    ...said,
    text: '925 ÷ 5 = 185',
    reasoning: [
      {
        text: '925 divided by 5 = 185',
        opaque: { signature: longText('Er4BCkYICxgC', 'tUIqxRgB', 260) },
      },
    ],
    usage: used(69, 33),
  },
  // Another model took over before anything was said: what it read and wrote is what counts.
  'anthropic-fallback.chunks.txt': {
    ...said,
    text: 'The printing press was invented by Johannes Gutenberg around 1440.',
    usage: used(412, 264),
  },
  'anthropic-json-tool.1.chunks.txt': {
    text: '',
    toolCalls: [
      {
        id: 'toolu_01KFbKqPYSuAKujiL6mTfzYA',
        name: 'json',
        args: {
          elements: [{ location: 'San Francisco', temperature: 58, condition: 'sunny' }],
        },
      },
    ],
    finish: 'tool_calls',
    usage: used(849, 47),
  },
  'anthropic-json-tool.1.json': {
    text: '',
    toolCalls: [
      {
        id: 'toolu_01Q9ExVZnzZj7E2QQYHYtNUa',
        name: 'json',
        args: {
          elements: [
            { location: 'San Francisco', temperature: -5, condition: 'snowy' },
            { location: 'London', temperature: 0, condition: 'snowy' },
            { location: 'Paris', temperature: 23, condition: 'cloudy' },
            { location: 'Berlin', temperature: -9, condition: 'snowy' },
          ],
        },
      },
    ],
    finish: 'tool_calls',
    usage: used(1151, 87),
  },
  // The end corrects what the start said of the input.
  'anthropic-message-delta-input-tokens.chunks.txt': { ...said, text: 'pong', usage: used(61, 2) },
  'anthropic-text.chunks.txt': {
    ...said,
    text:
      "Hello! I'm doing well, thank you for asking. How are you doing today? " +
      'Is there anything I can help you with?',
    usage: used(12, 30),
  },
  'anthropic-text.json': {
    ...said,
    text:
      "Hello! I'm doing well, thanks for asking. How are you doing today? " +
      'Is there anything I can help you with?',
    usage: used(12, 29),
  },
};

const toEvents = anthropicEvents;

describe.skipIf(!recordedFolder)(
  'recorded answers of Anthropic (skipped unless PROVIDER_FIXTURES names their folder)',
  () => {
    test.each(Object.entries(expected))('%s is read', async (file, answer) => {
      const watched = await replay(file, anthropic, { toEvents, isWatched: true });
      expect(watched.answer).toEqual(answer);
      expectToldInFull(watched);
      if (!file.endsWith('.json')) return;
      const whole = await replay(file, anthropic, { toEvents, isWatched: false });
      expect(whole.answer).toEqual(answer);
    });

    test('none is left out', async () => {
      expect(Object.keys(expected).toSorted()).toEqual(await recordedFiles('anthropic-'));
    });
  },
);
