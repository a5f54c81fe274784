import { describe, expect, test } from 'vitest';
import type { ChatMessage, ContentPart } from '../../../../contracts/models/messages.ts';
import { sent } from './ask-wire.ts';

const png = { mediaType: 'image/png', data: 'aGk=' };
const parts: ContentPart[] = [
  { type: 'text', text: 'Before.' },
  { type: 'image', image: png, detail: 'low' },
  { type: 'text', text: 'Between.' },
  { type: 'image', image: { url: 'https://example.com/b.png' } },
];
const seen: ChatMessage = { role: 'user', text: 'Before.\nBetween.', parts };

describe('Text and images stay in their order', () => {
  test.each(['openai', 'deepseek', 'qwen', 'kimi', 'grok', 'ollama'])('%s', async (name) => {
    const { messages } = await sent(name, [seen]);
    expect(messages.at(-1).content).toEqual([
      { type: 'text', text: 'Before.' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=', detail: 'low' } },
      { type: 'text', text: 'Between.' },
      { type: 'image_url', image_url: { url: 'https://example.com/b.png' } },
    ]);
  });

  test('openai-responses', async () => {
    const { input } = await sent('openai-responses', [seen]);
    expect(input[0].content).toEqual([
      { type: 'input_text', text: 'Before.' },
      { type: 'input_image', detail: 'low', image_url: 'data:image/png;base64,aGk=' },
      { type: 'input_text', text: 'Between.' },
      { type: 'input_image', detail: 'auto', image_url: 'https://example.com/b.png' },
    ]);
  });

  test('anthropic', async () => {
    const { messages } = await sent('anthropic', [seen]);
    expect(messages[0].content.map(({ type, text }: any) => text ?? type)).toEqual([
      'Before.',
      'image',
      'Between.',
      'image',
    ]);
  });

  test('gemini', async () => {
    const { contents } = await sent('gemini', [seen]);
    expect(contents[0].parts).toEqual([
      { text: 'Before.' },
      { inlineData: { mimeType: 'image/png', data: 'aGk=' } },
      { text: 'Between.' },
      { fileData: { mimeType: 'image/png', fileUri: 'https://example.com/b.png' } },
    ]);
  });
});

describe('What the system says later stays where it was said', () => {
  const before: ChatMessage[] = [
    { role: 'system', text: 'You are a trader.' },
    { role: 'user', text: 'Look at SPX.' },
    { role: 'assistant', text: 'It rises.', toolCalls: [] },
  ];
  const messages: ChatMessage[] = [
    ...before,
    { role: 'system', text: 'The market has closed.' },
    { role: 'user', text: 'Decide.' },
  ];
  const labeled = '<system_message>\nThe market has closed.\n</system_message>';

  test.each(['openai', 'grok'])('%s', async (name) => {
    const { messages: given } = await sent(name, messages);
    expect(given[3]).toEqual({ role: 'system', content: 'The market has closed.' });
  });

  test('openai-responses', async () => {
    const { input, instructions } = await sent('openai-responses', messages);
    expect(instructions).toBe('You are a trader.');
    expect(input[2]).toEqual({ role: 'developer', content: 'The market has closed.' });
  });

  test('anthropic, as labeled words of the user', async () => {
    const { system, messages: given } = await sent('anthropic', messages);
    expect(system.map(({ text }: any) => text)).toEqual(['You are a trader.']);
    expect(given[2].content.map(({ text }: any) => text)).toEqual([labeled, 'Decide.']);
    const shorter = await sent('anthropic', before);
    expect(system).toEqual(shorter.system);
  });

  test('gemini, as labeled words of the user', async () => {
    const { systemInstruction, contents } = await sent('gemini', messages);
    expect(systemInstruction.parts).toEqual([{ text: 'You are a trader.' }]);
    expect(contents[2].parts).toEqual([{ text: labeled }]);
  });
});
