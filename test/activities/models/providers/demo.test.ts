import { expect, test } from 'vitest';
import { createDemoProvider } from '../../../../activities/models/providers/demo.ts';
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

test('it makes the call that it must make', async () => {
  const { toolCalls } = await ask({ tools: [httpGet], toolChoice: 'required' });
  expect(toolCalls).toMatchObject([{ name: 'http_get', args: {} }]);
});
