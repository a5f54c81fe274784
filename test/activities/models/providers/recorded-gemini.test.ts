import { describe, expect, test } from 'vitest';
import type { Usage } from '../../../../contracts/models/messages.ts';
import { noUsage } from '../../../../contracts/models/messages.ts';
import { expectToldInFull, longText, recordedFiles, recordedFolder, replay } from './recorded.ts';
import { gemini } from './wires/gemini.ts';
import { serverSentEvents } from './wires/server-sent-events.ts';

/** Gemini counts the tokens of thought beside those of the answer. */
function used(inputTokens: number, answered: number, reasoningTokens: number): Usage {
  return { ...noUsage, inputTokens, outputTokens: answered + reasoningTokens, reasoningTokens };
}

const said = { toolCalls: [], finish: 'stop' };

function textSignature(start: string, end: string, length: number) {
  return [{ text: '', opaque: { textSignature: longText(start, end, length) } }];
}

function weather(start: string, end: string, length: number) {
  return {
    id: expect.stringMatching(/^call_[0-9a-f]{32}$/),
    name: 'weather',
    args: { location: 'San Francisco' },
    signature: longText(start, end, length),
  };
}

/** What each recorded answer means. */
const expected: Record<string, object> = {
  'google-reasoning.chunks.txt': {
    ...said,
    text: 'There are **3** "r"s in strawberry.\n\nHere is the breakdown: st**r**awbe**rr**y.',
    reasoning: textSignature('Eo0HCooHAb4+', 'Aj/uUJKN', 1216),
    usage: used(9, 29, 256),
  },
  'google-reasoning.json': {
    ...said,
    text: 'There are **3** "r"s in strawberry.\n\nHere is the breakdown: st**r**awbe**rr**y.',
    reasoning: textSignature('EvsFCvgFAb4+', 'n/cqmSjH', 100),
    usage: used(9, 29, 282),
  },
  'google-text.chunks.txt': {
    ...said,
    text: 'There are **3** "r"s in strawberry.\n\nst**r**awbe**rr**y',
    reasoning: textSignature('EqsFCqgFAb4+', '7eeWcow=', 916),
    usage: used(9, 23, 185),
  },
  'google-text.json': {
    ...said,
    text: "There are **3** r's in strawberry.\n\nHere is the breakdown: st**r**awbe**rr**y.",
    reasoning: textSignature('EtoFCtcFAb4+', 'fc97olcg', 100),
    usage: used(9, 28, 244),
  },
  'google-tool-call.chunks.txt': {
    text: '',
    toolCalls: [weather('EqUCCqICAb4+', 'yAMkHj4=', 396)],
    finish: 'tool_calls',
    usage: used(29, 15, 45),
  },
  'google-tool-call.json': {
    text: '',
    toolCalls: [weather('EskgCsYgAb4+', 'EyBahEt5', 100)],
    finish: 'tool_calls',
    usage: used(29, 15, 893),
  },
};

const limited = 'google-429-retry-info.json';

const toEvents = (events: object[]) => serverSentEvents(events, { done: false });

describe.skipIf(!recordedFolder)(
  'recorded answers of Gemini (skipped unless PROVIDER_FIXTURES names their folder)',
  () => {
    test.each(Object.entries(expected))('%s is read', async (file, answer) => {
      const watched = await replay(file, gemini, { toEvents, isWatched: true });
      expect(watched.answer).toEqual(answer);
      expectToldInFull(watched);
      if (!file.endsWith('.json')) return;
      const whole = await replay(file, gemini, { toEvents, isWatched: false });
      expect(whole.answer).toEqual(answer);
    });

    test.each([true, false])(
      `${limited} says how long to wait (watched: %s)`,
      async (isWatched) => {
        const answer = replay(limited, gemini, { toEvents, isWatched, status: 429 });
        await expect(answer).rejects.toMatchObject({
          kind: 'rate_limited',
          code: '429',
          message: 'You exceeded your current quota, please check your plan.',
          retryAfterMs: 34_400,
        });
      },
    );

    test('none is left out', async () => {
      const known = [...Object.keys(expected), limited].toSorted();
      expect(known).toEqual(await recordedFiles('google-'));
    });
  },
);
