import { describe, expect, test } from 'vitest';
import { asking, failure } from './ask-wire.ts';
import { seenOf } from './seen.ts';
import { anthropic } from './wires/anthropic.ts';
import { delta } from './wires/chat-completions.ts';
import { namedEvents, openaiResponses } from './wires/openai-responses.ts';
import { serverSentEvents } from './wires/server-sent-events.ts';
import { wireNamed } from './wires/index.ts';

describe('A stream of Responses', () => {
  const message = (text: string, more: object = {}) => ({
    type: 'message',
    id: `msg_${text}`,
    content: [{ type: 'output_text', text }],
    ...more,
  });
  const said = (index: number, text: string, item: object) => [
    { type: 'response.output_item.added', output_index: index, item: { ...item, content: [] } },
    { type: 'response.output_text.delta', output_index: index, delta: text },
    { type: 'response.output_item.done', output_index: index, item },
  ];
  const completed = (output: object[], more: object = {}) => ({
    type: 'response.completed',
    response: { id: 'resp_1', status: 'completed', output, ...more },
  });

  test.each([
    ['with ids', {}],
    ['without ids', { id: undefined }],
  ])('whose places have a gap says nothing twice, %s', async (_, more) => {
    const [first, second] = [message('One. ', more), message('Two.', more)];
    const events = [
      ...said(0, 'One. ', first),
      ...said(2, 'Two.', second),
      completed([first, second]),
    ];
    expect(await seenOf(openaiResponses, namedEvents(events))).toMatchObject({
      text: 'One. Two.',
    });
  });

  test('whose last event alone has an item is read, wherever the item was told of', async () => {
    const events = [
      { type: 'response.output_text.delta', output_index: 3, delta: 'One.' },
      completed([message('One.')]),
    ];
    expect((await seenOf(openaiResponses, namedEvents(events))).text).toBe('One.');
  });

  test('that told only the beginning of a text as it came tells the rest', async () => {
    const events = [
      { type: 'response.output_text.delta', output_index: 0, delta: 'One' },
      completed([message('One. Two.')]),
    ];
    expect((await seenOf(openaiResponses, namedEvents(events))).text).toBe('One. Two.');
  });

  test('whose events come twice is read once', async () => {
    const events = [...said(0, 'haha', message('haha')), completed([message('haha')])];
    const twice = events
      .map((event, index) => ({ ...event, sequence_number: index + 1 }))
      .flatMap((event) => [event, event]);
    expect((await seenOf(openaiResponses, namedEvents(twice))).text).toBe('haha');
  });

  test('that ends without what it has told of is an error', async () => {
    const events = [
      { type: 'response.output_text.delta', output_index: 0, delta: 'One' },
      completed([]),
    ];
    const error = await failure(asking(openaiResponses).stream({ events: namedEvents(events) }));
    expect(error).toMatchObject({ kind: 'transient', code: 'STREAM_ENDED' });
  });

  test("calls nothing where the server has run a tool of its own, as xAI's do", async () => {
    const own = {
      type: 'custom_tool_call',
      call_id: 'xs_1',
      name: 'x_keyword_search',
      input: '{}',
    };
    const tools = [{ type: 'x_search' }];
    const events = [
      { type: 'response.created', response: { id: 'resp_1', output: [], tools } },
      { type: 'response.output_item.added', output_index: 0, item: own },
      { type: 'response.output_item.done', output_index: 0, item: own },
      ...said(1, 'Found.', message('Found.')),
    ];
    const end = completed([own, message('Found.')], { tools });
    const expected = { text: 'Found.', toolCalls: [], finish: 'stop' };
    const streamed = await seenOf(openaiResponses, namedEvents([...events, end]));
    expect(streamed).toMatchObject(expected);
    expect(await asking(openaiResponses).chat({ body: end.response })).toMatchObject(expected);
  });
});

describe('A stream of Messages', () => {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const start = (id: string) => ({ type: 'message_start', message: { id, content: [], usage } });
  const text = (said: string, index = 0) => [
    { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index, delta: { type: 'text_delta', text: said } },
    { type: 'content_block_stop', index },
  ];
  const end = [
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
    { type: 'message_stop' },
  ];

  test.each([
    ['at once', [start('a'), start('a'), ...text('Hello.'), ...end]],
    ['later', [start('a'), ...text('Hello.'), start('a'), ...end]],
  ])('that repeats its beginning %s is read once', async (_, events) => {
    expect((await seenOf(anthropic, namedEvents(events))).text).toBe('Hello.');
  });

  test('in which another message begins is that message, and what was told before is void', async () => {
    const events = [
      start('a'),
      ...text('Half an answer'),
      ...call('toolu_1', 1),
      start('b'),
      ...text('Hello.'),
      ...end,
    ];
    expect(await seenOf(anthropic, namedEvents(events))).toMatchObject({
      text: 'Hello.',
      toolCalls: [],
    });
  });

  test('is over where its message is', async () => {
    const events = [start('a'), ...text('Hello.'), ...end, start('b'), ...text('More.'), ...end];
    expect((await seenOf(anthropic, namedEvents(events))).text).toBe('Hello.');
  });

  test.each([
    ['goes on with what never began', [start('a'), ...text('Hello.').slice(1), ...end]],
    ['begins two things in one place', [start('a'), ...text('A'), ...call('b'), ...end]],
  ])('that %s is an error', async (_, events) => {
    const error = await failure(asking(anthropic).stream({ events: namedEvents(events) }));
    expect(error).toMatchObject({ kind: 'transient', code: 'STREAM_ENDED' });
  });

  function call(id: string, index = 0) {
    const block = { type: 'tool_use', id, name: 'get_price', input: {} };
    return [{ type: 'content_block_start', index, content_block: block }];
  }
});

test('Content that is a list of what was thought and said is read, as Mistral writes it', async () => {
  const thinking = [{ type: 'text', text: 'Two and two.' }];
  const content = [
    { type: 'thinking', thinking },
    { type: 'text', text: '4' },
  ];
  const wire = wireNamed('openai');
  const expected = { text: '4', reasoning: [{ text: 'Two and two.' }] };
  const body = { choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] };
  expect(await asking(wire).chat({ body })).toMatchObject(expected);
  const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
  const events = serverSentEvents([
    delta({ content: content.slice(0, 1) }),
    delta({ content: content.slice(1) }),
    end,
  ]);
  expect(await seenOf(wire, events)).toMatchObject(expected);
});
