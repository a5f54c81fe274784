import { expect, test } from 'vitest';
import { createDemoProvider } from '../../../../activities/models/providers/demo.ts';
import { rejectionText } from '../../../../activities/planning/rejected-plan.ts';
import type { ChatMessage } from '../../../../contracts/models/messages.ts';
import { never, request } from '../requests.ts';

const task: ChatMessage = { role: 'user', text: 'Say what is on the page.' };
const httpGet = {
  name: 'http_get',
  description: 'Reads a page',
  parameters: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
};
const ask = (given: Partial<Parameters<typeof request>[0]>) =>
  createDemoProvider().chat(request({ messages: [task], ...given }), never);

test('without the rules of a field, the demo model says that it is a demo and calls nothing', async () => {
  expect(await ask({ tools: [httpGet], toolChoice: 'auto' })).toMatchObject({
    text: 'Demo model, no LLM. It cannot work on the task: Say what is on the page.',
    toolCalls: [],
    finish: 'stop',
  });
});

test('it tells what came back of tools, and what failed', async () => {
  const result = (name: string, text: string, isError: boolean) =>
    ({ role: 'tool', callId: name, name, text, isError }) as const;
  const { text } = await ask({
    messages: [
      task,
      result('http_get', '{"body":"Hello"}', false),
      result('read_file', '{"error":{"message":"no such file"}}', true),
    ],
  });
  expect(text.split('\n').slice(1)).toEqual([
    '- http_get gave: {"body":"Hello"}',
    '- Missing: read_file failed: no such file',
  ]);
});

test('it fills a form: the neutral choice, and a text that says whose it is', async () => {
  const schema = {
    type: 'object',
    properties: { why: { type: 'string' }, answer: { enum: ['yes', 'no', 'maybe'] } },
    required: ['why', 'answer'],
  };
  const { text } = await ask({ responseFormat: { name: 'view', schema } });
  expect(JSON.parse(text)).toEqual({ why: expect.stringMatching(/^Demo model/), answer: 'no' });
});

test('it sets another plan after one that a person rejected, with what was said', async () => {
  const tools = [{ ...httpGet, name: 'set_plan', description: 'Sets the plan' }];
  const plansAfter = async (...said: string[]) => {
    const rejections = said.map((text) => ({ role: 'user', text: rejectionText(text) }) as const);
    const { toolCalls } = await ask({
      tools,
      toolChoice: { tool: 'set_plan' },
      messages: [task, ...rejections],
    });
    return (toolCalls[0]!.args as { steps: { text: string }[] }).steps.map(({ text }) => text);
  };
  const first = await plansAfter();
  expect(await plansAfter('ann rejected it: Too much.')).toEqual([
    'Take into account: ann rejected it: Too much.',
    ...first,
  ]);
  expect(await plansAfter('ann rejected it.', 'bob rejected it.')).toHaveLength(first.length + 2);
});

test('it makes the call that it must make', async () => {
  const { toolCalls } = await ask({ tools: [httpGet], toolChoice: 'required' });
  expect(toolCalls).toMatchObject([{ name: 'http_get', args: {} }]);
});

const ticket: ChatMessage = {
  role: 'user',
  text: 'Sort this ticket.\n\nCustomer: Maria Keller\nTotal: 1,204.50 EUR\nThe invoice is wrong. Please refund it.',
};

test('a form is filled with what the task says, and says whose it is', async () => {
  const schema = {
    type: 'object',
    properties: {
      topic: { enum: ['other', 'billing'], description: 'billing (invoice, refund)' },
      customer: { type: 'string' },
      total: { type: 'number' },
      wishes: { type: 'array', description: 'What they ask (please)', items: { type: 'string' } },
      isAngry: { type: 'boolean', description: 'Whether they are angry (furious, angry)' },
      summary: { type: 'string' },
    },
    required: ['topic', 'customer', 'total', 'wishes', 'isAngry', 'summary'],
  };
  const { text } = await ask({ messages: [ticket], responseFormat: { name: 'sorted', schema } });
  expect(JSON.parse(text)).toEqual({
    topic: 'billing',
    customer: 'Maria Keller',
    total: 1204.5,
    wishes: ['Please refund it.'],
    isAngry: false,
    summary: expect.stringMatching(/^Demo model, no LLM\. It picks from what it was given: /),
  });
});

test('a text tells what it was given, and never its own words again', async () => {
  const own = 'Demo model, no LLM. It cannot work on the task: Write.';
  const { text } = await ask({
    messages: [{ role: 'user', text: `Reply.\n\nThe sky is blue.\n${own}\nRemarks:` }],
  });
  expect(text.split('\n')).toEqual([
    'Demo model, no LLM. It cannot work on the task: Reply.',
    'What it was given says:',
    '- The sky is blue.',
  ]);
});
