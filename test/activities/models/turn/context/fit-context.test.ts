import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fitContext,
  asReference,
} from '../../../../../activities/models/turn/context/fit-context.ts';
import type { Fit } from '../../../../../activities/models/turn/context/fit-context.ts';
import { createMessageTokens } from '../../../../../activities/models/turn/context/fitted-request.ts';
import { summaryMessage } from '../../../../../activities/models/turn/summarize-turns.ts';
import { messagePlaces } from '../../../../../contracts/models/message-places.ts';
import { anthropicRequest } from '../../../../../activities/models/providers/anthropic/request.ts';
import { toContents } from '../../../../../activities/models/providers/gemini/contents.ts';
import type { ChatMessage } from '../../../../../contracts/models/messages.ts';
import type { StoredMessage } from '../../../../../db/repositories/runs/conversations.ts';
import { conversations, placed } from './conversations.ts';

const tokensOf = createMessageTokens();
const tokens = (messages: readonly ChatMessage[]) =>
  messages.reduce((sum, message) => sum + tokensOf(message), 0);

type Sent = Extract<Fit, { messages: unknown }>;

/** What `messagesSince` gives of a conversation. */
function sinceSummary(stored: readonly StoredMessage[]): StoredMessage[] {
  const summary = stored.findLast(({ position }) => position === messagePlaces.summary);
  return stored.filter(
    (entry) => entry.turn === 0 || entry === summary || entry.turn > (summary?.turn ?? 0),
  );
}

const byPlace = (one: StoredMessage, other: StoredMessage) =>
  one.turn - other.turn || one.position - other.position;

/** Fits a conversation, with every summary that is asked for. */
function fitted(
  whole: readonly StoredMessage[],
  rest: { room: number; note?: { text: string; plan: string } },
): { sent: Sent; stored: StoredMessage[]; summaries: number[] } {
  let stored = [...whole];
  const summaries: number[] = [];
  for (;;) {
    const fit = fitContext({ stored: sinceSummary(stored), tokensOf, ...rest });
    if ('messages' in fit) return { sent: fit, stored, summaries };
    const through = fit.summarizeThrough;
    expect(through).toBeGreaterThan(summaries.at(-1) ?? 0);
    summaries.push(through);
    const message = summaryMessage({
      written: 'word '.repeat(40),
      stored: stored.filter(({ turn }) => turn <= through),
      through,
      window: rest.room,
    });
    stored = [...stored, placed(through, messagePlaces.summary, message)].toSorted(byPlace);
  }
}

const rooms = fc.integer({ min: 200, max: 60_000 });
const plans = fc.option(fc.constant({ text: 'Your plan:\n[ ] 1 Read on', plan: '[ ] 1 Read on' }), {
  nil: undefined,
});

/** Checks the law for any conversation in any room. */
function holds(
  law: (given: ReturnType<typeof fitted> & { whole: StoredMessage[]; room: number }) => void,
): void {
  fc.assert(
    fc.property(conversations, rooms, plans, (whole, room, note) =>
      law({ ...fitted(whole, { room, ...(note && { note }) }), whole, room }),
    ),
    { numRuns: 150 },
  );
}

describe('a conversation that is fitted into a window', () => {
  it('is no larger than the room, unless what must stay is', () => {
    holds(({ sent, stored, room }) => {
      const last = stored.findLast(({ position }) => position === 0)?.turn ?? 0;
      const least = sinceSummary(stored).filter(
        ({ turn, position }) => turn === 0 || turn === last || position === messagePlaces.summary,
      );
      const shortest = least.map(({ message, turn, position }) =>
        message.role === 'tool' ? asReference(message, { turn, call: position - 1 }) : message,
      );
      const plan = 20;
      if (tokens(shortest) + plan > room) return;
      expect(tokens(sent.messages)).toBeLessThanOrEqual(room);
      expect(sent.tokens).toBe(tokens(sent.messages));
    });
  });

  it('begins with the system prompt, the task and the memories, whole', () => {
    holds(({ sent, whole }) => {
      const first = whole.filter(({ turn }) => turn === 0).map(({ message }) => message);
      expect(sent.messages.slice(0, first.length)).toEqual(first);
    });
  });

  it('holds every turn after its summary, in order, each answer as it was with its signatures', () => {
    holds(({ sent, whole }) => {
      const answers = whole
        .filter(({ turn, position }) => position === 0 && turn > sent.summarizedThrough)
        .map(({ message }) => message);
      expect(sent.messages.filter(({ role }) => role === 'assistant')).toEqual(answers);
    });
  });

  it('keeps what people said, in the turns or in the summary', () => {
    holds(({ sent, whole }) => {
      const all = sent.messages.map(({ text }) => text).join('\n');
      const told = whole.filter(
        ({ position, turn }) => turn > 0 && position === messagePlaces.instruction,
      );
      for (const { message } of told) expect(all).toContain(message.text);
    });
  });

  it('holds the plan, always', () => {
    fc.assert(
      fc.property(conversations, rooms, (whole, room) => {
        const note = { text: 'Your plan:\n[ ] 1 Read on', plan: '[ ] 1 Read on' };
        const { sent } = fitted(whole, { room, note });
        expect(sent.messages.some(({ text }) => text.includes(note.plan))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('has the results of each answer right after it, one a call', () => {
    holds(({ sent: { messages } }) => {
      const calls = messages.flatMap((message, index) => {
        if (message.role !== 'assistant') return [];
        const results = messages.slice(index + 1, index + 1 + message.toolCalls.length);
        expect(results.map((result) => result.role === 'tool' && result.callId)).toEqual(
          message.toolCalls.map(({ id }) => id),
        );
        return message.toolCalls;
      });
      expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(calls.length);
    });
  });

  it('is in the order that Anthropic takes: turns alternate, and results open the turn after their calls', () => {
    holds(({ sent: { messages } }) => {
      const { body } = anthropicRequest({
        model: 'claude-sonnet-5',
        messages,
        tools: [],
        toolChoice: 'auto',
      });
      const turns = body.messages.map(({ role, content }) => ({
        role,
        blocks: typeof content === 'string' ? [] : content,
      }));
      expect(turns[0]?.role).toBe('user');
      for (const [index, { role, blocks }] of turns.entries()) {
        expect(role).toBe(index % 2 === 0 ? 'user' : 'assistant');
        const uses = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
        const next = turns[index + 1]?.blocks.slice(0, uses.length) ?? [];
        expect(next.map((block) => block.type === 'tool_result' && block.tool_use_id)).toEqual(
          uses,
        );
      }
    });
  });

  it('is in the order that Gemini takes: calls come after a turn of the user, their results right after them', () => {
    holds(({ sent: { messages } }) => {
      const contents = toContents(messages, true);
      expect(contents[0]?.role).toBe('user');
      for (const [index, { parts = [] }] of contents.entries()) {
        const called = parts.filter(({ functionCall }) => functionCall);
        if (called.length === 0) continue;
        expect(contents[index - 1]?.role).toBe('user');
        const answered = contents[index + 1]?.parts ?? [];
        expect(answered.map(({ functionResponse }) => functionResponse?.id)).toEqual(
          called.map(({ functionCall }) => functionCall?.id),
        );
        expect(called[0]?.thoughtSignature).toBeDefined();
      }
    });
  });

  it('that fits as it is is sent as it is', () => {
    fc.assert(
      fc.property(conversations, (whole) => {
        const { sent, summaries } = fitted(whole, { room: 10_000_000 });
        expect(sent.messages).toEqual(whole.map(({ message }) => message));
        expect(summaries).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('gives up old results first, the latest turns last', () => {
    const page = 'a page of a book, '.repeat(200);
    const turn = (number: number) => [
      placed(number, 0, {
        role: 'assistant' as const,
        text: '',
        toolCalls: [{ id: `c${number}`, name: 'read_page', args: {} }],
      }),
      placed(number, 1, {
        role: 'tool' as const,
        callId: `c${number}`,
        name: 'read_page',
        text: page,
        isError: false,
      }),
    ];
    const task = placed(0, 0, { role: 'user', text: 'Read' });
    const whole = [task, ...Array.from({ length: 20 }, (_, index) => turn(index + 1)).flat()];
    const { sent, summaries } = fitted(whole, { room: tokensOf(whole[2]!.message) * 14 });
    expect(summaries).toEqual([]);
    const results = sent.messages.filter(({ role }) => role === 'tool').map(({ text }) => text);
    expect(results.map((text) => text === page)).toEqual([
      ...Array(8).fill(false),
      ...Array(12).fill(true),
    ]);
    expect(results[0]).toMatch(
      /^a page of a book.*read_result\(\{"result": "1\.0", "page": 1\}\)/s,
    );
  });
});
