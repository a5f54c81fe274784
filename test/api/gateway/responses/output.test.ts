import { expect, it } from 'vitest';
import { createOutput } from '../../../../api/gateway/responses/output.ts';
import { toWireMessages } from '../../../../api/gateway/responses/to-messages.ts';
import { responseItemSchema } from '../../../../contracts/api/gateway/index.ts';
import { noUsage } from '../../../../contracts/models/messages.ts';
import type { GatewayChatAnswer } from '../../../../contracts/models/gateway-call.ts';

const answer: GatewayChatAnswer = {
  text: '',
  toolCalls: [],
  finish: 'tool_calls',
  usage: noUsage,
  model: 'openai:gpt-5.2',
  attempts: [],
  costUsd: null,
};

it('a custom tool gets its input as text, and gives it back as the argument that it was', () => {
  const output = createOutput({ callId: 'gw_1', customTools: new Set(['patch']) });
  output.accept({ type: 'tool-call-start', index: 0, id: 'call_1', name: 'patch' });
  output.accept({ type: 'tool-call-delta', index: 0, arguments: '{"input":' });
  output.accept({ type: 'tool-call-delta', index: 0, arguments: '"*** Begin"}' });
  const { events, output: items } = output.end(answer);
  expect(items).toMatchObject([{ type: 'custom_tool_call', input: '*** Begin' }]);
  expect(events.map(({ type }) => type)).toContain('response.custom_tool_call_input.done');
  const [message] = toWireMessages(items.map((item) => responseItemSchema.parse(item)));
  expect(message).toMatchObject({
    tool_calls: [{ id: 'call_1', function: { name: 'patch', arguments: '{"input":"*** Begin"}' } }],
  });
});

it('parts of calls that come mixed are each in their own item', () => {
  const output = createOutput({ callId: 'gw_1', customTools: new Set() });
  for (const index of [0, 1]) {
    output.accept({ type: 'tool-call-start', index, id: `call_${index}`, name: 'f' });
  }
  for (const [index, text] of [
    [0, '{"a"'],
    [1, '{"b"'],
    [0, ':1}'],
    [1, ':2}'],
  ] as const) {
    output.accept({ type: 'tool-call-delta', index, arguments: text });
  }
  expect(output.end(answer).output).toMatchObject([
    { call_id: 'call_0', arguments: '{"a":1}' },
    { call_id: 'call_1', arguments: '{"b":2}' },
  ]);
});

it('what a provider wants back comes last, and goes back with the turn that it belongs to', () => {
  const output = createOutput({ callId: 'gw_1', customTools: new Set() });
  output.accept({ type: 'tool-call-start', index: 0, id: 'call_1', name: 'f' });
  output.accept({ type: 'tool-call-delta', index: 0, arguments: '{}' });
  const { output: items } = output.end({
    ...answer,
    model: 'gemini:gemini-3.6-flash',
    toolCalls: [{ id: 'call_1', name: 'f', args: {}, signature: 'proof' }],
  });
  expect(items.map(({ type }) => type)).toEqual(['function_call', 'reasoning']);
  const messages = toWireMessages([
    ...items.map((item) => responseItemSchema.parse(item)),
    { type: 'function_call_output', call_id: 'call_1', output: 'done' },
  ]);
  expect(messages).toMatchObject([
    {
      role: 'assistant',
      tool_calls: [{ extra_content: { google: { thought_signature: 'proof' } } }],
    },
    { role: 'tool', content: 'done' },
  ]);
});

it('a refusal is a part of its own kind, and goes back as one', () => {
  const output = createOutput({ callId: 'gw_1', customTools: new Set() });
  const events = [
    ...output.accept({ type: 'text-delta', text: 'I cannot ', isRefusal: true }),
    ...output.accept({ type: 'text-delta', text: 'help.', isRefusal: true }),
  ];
  const ended = output.end({ ...answer, finish: 'stop', text: 'I cannot help.', isRefusal: true });
  const refusal = { type: 'refusal', refusal: 'I cannot help.' };
  expect(ended.output).toMatchObject([{ type: 'message', content: [refusal] }]);
  expect([...events, ...ended.events]).toMatchObject([
    { type: 'response.output_item.added', item: { type: 'message', content: [] } },
    { type: 'response.content_part.added', part: { type: 'refusal', refusal: '' } },
    { type: 'response.refusal.delta', delta: 'I cannot ', content_index: 0 },
    { type: 'response.refusal.delta', delta: 'help.' },
    { type: 'response.refusal.done', refusal: 'I cannot help.' },
    { type: 'response.content_part.done', part: refusal },
    { type: 'response.output_item.done', item: { content: [refusal] } },
  ]);
  expect(toWireMessages(ended.output.map((item) => responseItemSchema.parse(item)))).toEqual([
    { role: 'assistant', content: null, refusal: 'I cannot help.' },
  ]);
});
