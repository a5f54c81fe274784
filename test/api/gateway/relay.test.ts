import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRelay } from '../../../api/gateway/relay.ts';
import type { CallEvent } from '../../../contracts/runs/call-events.ts';
import type { StreamEvent } from '../../../contracts/runs/events.ts';
import type { GatewayChatAnswer } from '../../../contracts/models/gateway-call.ts';
import { noUsage } from '../../../contracts/models/messages.ts';
import type { ChatDelta, ToolCall } from '../../../contracts/models/messages.ts';

function answerOf(parts: Partial<GatewayChatAnswer>): GatewayChatAnswer {
  return {
    text: '',
    toolCalls: [],
    finish: 'stop',
    usage: noUsage,
    model: 'openai:gpt-5.2',
    attempts: [],
    costUsd: null,
    ...parts,
  };
}

const text = (value: string): CallEvent => ({ type: 'text-delta', text: value });

/** Events as the bus brings them, numbered from 1. */
function numbered(events: CallEvent[]): StreamEvent[] {
  return events.map((event, index) => ({ ...event, callId: 'gw_1', sequence: index + 1 }));
}

function relayAll(events: StreamEvent[]) {
  const relay = createRelay('openai:gpt-5.2');
  const sent = events.flatMap((event) => relay.accept(event) ?? []);
  return { relay, sent };
}

/** What a client makes of the parts that it is sent. */
function assemble(parts: ChatDelta[]) {
  const message = { text: '', calls: [] as { id: string; name: string; arguments: string }[] };
  for (const part of parts) {
    if (part.type === 'text-delta') message.text += part.text;
    if (part.type === 'tool-call-start') {
      message.calls[part.index] = { id: part.id, name: part.name, arguments: '' };
    }
    if (part.type === 'tool-call-delta') message.calls[part.index]!.arguments += part.arguments;
  }
  return message;
}

/** The events of an answer, its texts in pieces of a length. */
function eventsOf({ text: whole, toolCalls }: GatewayChatAnswer, length: number): CallEvent[] {
  const pieces = (value: string) => value.match(new RegExp(`.{1,${length}}`, 'gsu')) ?? [];
  return [
    ...pieces(whole).map(text),
    ...toolCalls.flatMap(({ id, name, args }, index): CallEvent[] => [
      { type: 'tool-call-start', index, id, name },
      ...pieces(JSON.stringify(args)).map((piece): CallEvent => ({
        type: 'tool-call-delta',
        index,
        arguments: piece,
      })),
    ]),
  ];
}

const toolCall = fc.record({
  id: fc.string({ minLength: 1 }),
  name: fc.string({ minLength: 1 }),
  args: fc.dictionary(fc.string(), fc.string()) as fc.Arbitrary<ToolCall['args']>,
});
const answers = fc
  .record({
    text: fc.string({ unit: 'grapheme' }),
    toolCalls: fc.array(toolCall, { maxLength: 3 }),
  })
  .map(answerOf);

describe('what was relayed, with the rest', () => {
  it('is the whole answer, whichever events the bus has lost', () => {
    fc.assert(
      fc.property(
        answers,
        fc.integer({ min: 1, max: 5 }),
        fc.infiniteStream(fc.boolean()),
        (answer, length, losses) => {
          const events = numbered(eventsOf(answer, length));
          const { relay, sent } = relayAll(events.filter(() => losses.next().value === true));
          const whole = assemble([...sent, ...(relay.rest(answer) ?? [])]);
          expect(whole.text).toBe(answer.text);
          expect(
            whole.calls.map(({ id, name, arguments: json }) => ({
              id,
              name,
              args: JSON.parse(json),
            })),
          ).toEqual(answer.toolCalls);
        },
      ),
    );
  });

  it('is the whole answer after a new attempt that repeats it', () => {
    fc.assert(
      fc.property(answers, fc.nat(), (answer, cut) => {
        const events = eventsOf(answer, 3);
        const begun = events.slice(0, cut % (events.length + 1));
        const again: CallEvent[] = [{ type: 'retry', attempt: 2 }, ...events];
        const { relay, sent } = relayAll([...numbered(begun), ...numbered(again)]);
        const whole = assemble([...sent, ...(relay.rest(answer) ?? [])]);
        expect(whole.text).toBe(answer.text);
      }),
    );
  });
});

describe('a relay', () => {
  it('passes the parts of a new attempt on where nothing was sent before', () => {
    const { sent } = relayAll(numbered([{ type: 'retry', attempt: 2 }, text('Yes.')]));
    expect(sent).toMatchObject([{ text: 'Yes.' }]);
  });

  it('has no rest for an answer that begins otherwise than what was sent', () => {
    const { relay } = relayAll(
      numbered([text('One '), { type: 'retry', attempt: 2 }, text('Two')]),
    );
    expect(relay.rest(answerOf({ text: 'Two' }))).toBeUndefined();
  });

  it('waits for the stored answer where it was not there from the beginning', () => {
    const { relay, sent } = relayAll(numbered([text('One '), text('two.')]).slice(1));
    expect(sent).toEqual([]);
    expect(relay.rest(answerOf({ text: 'One two.' }))).toMatchObject([{ text: 'One two.' }]);
  });

  it('ignores the space around JSON', () => {
    const { relay } = relayAll(numbered([text('{"a":1}\n')]));
    expect(relay.rest(answerOf({ text: '{"a":1}' }))).toEqual([]);
  });

  it('takes arguments that were written with other spaces for the same', () => {
    const { relay } = relayAll(
      numbered([
        { type: 'tool-call-start', index: 0, id: 'c', name: 'f' },
        { type: 'tool-call-delta', index: 0, arguments: '{ "b": 2, "a": 1 }' },
      ]),
    );
    const toolCalls = [{ id: 'c', name: 'f', args: { a: 1, b: 2 } }];
    expect(relay.rest(answerOf({ toolCalls }))).toEqual([]);
  });

  it('knows who speaks after a failover', () => {
    const failover: CallEvent = {
      type: 'failover',
      from: 'openai:gpt-5.2',
      to: 'kimi:k2',
      reason: '503: busy',
    };
    const { relay } = relayAll(numbered([failover, text('Yes.')]));
    expect(relay.model).toBe('kimi:k2');
    expect(relay.failover).toBe('openai:gpt-5.2 -> kimi:k2 (503: busy)');
  });
});
