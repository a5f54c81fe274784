import fc from 'fast-check';
import type { ChatMessage, ToolCall } from '../../../../../contracts/models/messages.ts';
import type { StoredMessage } from '../../../../../db/repositories/runs/conversations.ts';
import { messagePlaces } from '../../../../../contracts/models/message-places.ts';

const at = new Date(0);

/** A message at its place in a conversation. */
export const placed = (turn: number, position: number, message: ChatMessage): StoredMessage => ({
  turn,
  position,
  message,
  at,
});

/** Texts from nothing to several pages, some without spaces. */
const text = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc
    .tuple(fc.stringMatching(/^[a-z0-9 ,.{}":]{20,60}$/), fc.integer({ min: 1, max: 150 }))
    .map(([piece, times]) => piece.repeat(times)),
);

const turnParts = fc.record({
  text,
  results: fc.array(fc.record({ text, isError: fc.boolean() }), { maxLength: 3 }),
  isSigned: fc.boolean(),
  told: fc.option(text, { nil: undefined }),
  reminder: fc.boolean(),
});

/** Whole conversations as they are stored: a system prompt, a task, perhaps memories, and turns. */
export const conversations = fc
  .record({
    system: text,
    task: text,
    memory: fc.option(text, { nil: undefined }),
    turns: fc.array(turnParts, { maxLength: 40 }),
    provider: fc.constantFrom(
      'anthropic:claude-sonnet-5',
      'gemini:gemini-3.8-flash',
      'openai:gpt-5.2',
    ),
  })
  .map(({ system, task, memory, turns, provider }) => [
    placed(0, 0, { role: 'system', text: `system ${system}` }),
    placed(0, 1, { role: 'user', text: `task ${task}` }),
    ...(memory === undefined
      ? []
      : [placed(0, messagePlaces.memory, { role: 'user', text: `memory ${memory}` })]),
    ...turns.flatMap((parts, index) => turnOf(index + 1, parts, provider)),
  ]);

type TurnParts = typeof turnParts extends fc.Arbitrary<infer Parts> ? Parts : never;

function turnOf(turn: number, parts: TurnParts, model: string): StoredMessage[] {
  const { results, isSigned, told, reminder } = parts;
  const toolCalls = results.map((_result, call): ToolCall => ({
    id: `call_${turn}_${call}`,
    name: 'read_page',
    args: { page: turn },
    ...(isSigned && { signature: `signature ${turn}.${call}` }),
  }));
  const reasoning = [{ text: 'thought', opaque: { signature: `s${turn}`, position: 0 } }];
  const answer: ChatMessage = {
    role: 'assistant',
    text: `turn ${turn} ${parts.text}`,
    toolCalls,
    ...(isSigned && { reasoning }),
    model,
  };
  return [
    placed(turn, 0, answer),
    ...results.map((result, call) =>
      placed(turn, call + 1, {
        role: 'tool',
        callId: `call_${turn}_${call}`,
        name: 'read_page',
        ...result,
      }),
    ),
    ...(told === undefined
      ? []
      : [placed(turn, messagePlaces.instruction, { role: 'user', text: `told ${told}` })]),
    ...(reminder || results.length === 0
      ? [placed(turn, messagePlaces.reminder, { role: 'user', text: 'Deliver now.' })]
      : []),
  ];
}
