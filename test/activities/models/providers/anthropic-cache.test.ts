import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChatMessage } from '../../../../contracts/models/messages.ts';
import { anthropicRequest } from '../../../../activities/models/providers/anthropic/request.ts';
import { golden } from './golden.ts';
import { startMockServer } from '../mock-server.ts';
import { conversation, getPortfolio, getPrice, never, request } from '../requests.ts';
import { anthropic } from './wires/anthropic.ts';

const sentence = 'Buy only what you would hold through a bad week, and say why in one line. ';
const system = (words: number): ChatMessage => ({ role: 'system', text: sentence.repeat(words) });
const user = (text: string): ChatMessage => ({ role: 'user', text });
const said = (text: string): ChatMessage => ({ role: 'assistant', text, toolCalls: [] });

/** Where marks are: in the system prompt, at a tool, or at the end of a turn. */
function marksOf(model: string, messages: ChatMessage[], tools = [getPrice]): string[] {
  const { body } = anthropicRequest(request({ model, messages, tools }));
  const isMarked = (block: object) => 'cache_control' in block;
  const blocks = Array.isArray(body.system) ? body.system : [];
  return [
    ...(blocks.some(isMarked) ? ['system'] : []),
    ...(body.tools ?? []).flatMap((tool, index) => (isMarked(tool) ? [`tool ${index}`] : [])),
    ...body.messages.flatMap(({ content }, index) =>
      (content as object[]).some(isMarked) ? [`turn ${index}`] : [],
    ),
  ];
}

describe('the beginning that is cached', () => {
  const short = [system(1), user('a'), said('b'), user('c')];

  test.each(['claude-sonnet-5', 'claude-opus-4-8', 'claude-haiku-4-5', 'claude-opus-5'])(
    'is not marked for %s while it is shorter than the model caches',
    (model) => expect(marksOf(model, short)).toEqual([]),
  );

  test('is marked where the minimum of a model is not known', () => {
    expect(marksOf('claude-next', short)).toEqual(['system', 'turn 0', 'turn 2']);
  });

  // The sentence is about 18 tokens.
  test.each([
    ['claude-opus-5', 512, 40, 20],
    ['claude-sonnet-5', 1024, 75, 40],
    ['claude-opus-4-8', 1024, 75, 40],
    ['claude-opus-4-7', 2048, 150, 80],
    ['claude-opus-4-6', 4096, 300, 160],
    ['claude-haiku-4-5-20251001', 4096, 300, 160],
  ])('of %s has %i tokens', (model, _tokens, enough, tooFew) => {
    const after = [user('a'), said('b'), user('c')];
    expect(marksOf(model, [system(enough), ...after])).toEqual(['system', 'turn 0', 'turn 2']);
    expect(marksOf(model, [system(tooFew), ...after])).toEqual([]);
  });

  test('is marked from the turn on that makes it long enough', () => {
    const messages = [
      system(1),
      user('a'),
      said('b'),
      user(sentence.repeat(80)),
      said('d'),
      user('e'),
    ];
    expect(marksOf('claude-sonnet-5', messages)).toEqual(['turn 2', 'turn 4']);
  });

  test('is what the client says, wherever it says so', () => {
    const own = { type: 'ephemeral', ttl: '1h' };
    const messages: ChatMessage[] = [
      system(100),
      { role: 'user', text: 'a', cacheControl: own },
      said('b'),
      user('c'),
    ];
    const { body } = anthropicRequest(
      request({ model: 'claude-sonnet-5', messages, tools: [getPrice] }),
    );
    expect(marksOf('claude-sonnet-5', messages)).toEqual(['turn 0']);
    expect(JSON.stringify(body)).toContain('"ttl":"1h"');
  });

  test('has four marks at most, and those of one turn stay where they were in the next', () => {
    const message = fc.record({ text: fc.string({ maxLength: 20 }), times: fc.nat(40) });
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 12 }), fc.nat(80), (turns, long) => {
        const messages = [
          system(long + 1),
          ...turns.flatMap(({ text, times }) => [
            user(`q${text}${sentence.repeat(times)}`),
            said('a'),
          ]),
        ].slice(0, -1);
        const now = marksOf('claude-sonnet-5', messages);
        const next = marksOf('claude-sonnet-5', [...messages, said('a'), user('next')]);
        expect(now.length).toBeLessThanOrEqual(4);
        // What was written last is read again.
        const last = now.filter((place) => place.startsWith('turn')).at(-1);
        if (last !== undefined) expect(next).toContain(last);
      }),
      { numRuns: 50 },
    );
  });
});

test('sends a long conversation as Messages documents it, with where its cached parts end', async () => {
  const server = await startMockServer({ body: anthropic.answer({ text: 'ok' }) });
  const [, ...after] = conversation;
  const asked = request({
    model: 'claude-sonnet-5',
    messages: [system(80), ...after],
    tools: [getPrice, getPortfolio],
  });
  await anthropic.create(server.url).chat(asked, never);
  const [received] = server.received;
  expect(received!.body).toEqual(await golden('anthropic-cached-turn', received!.body));
});
