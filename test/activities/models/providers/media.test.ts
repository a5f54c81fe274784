import { describe, expect, test } from 'vitest';
import type { ChatMessage, ContentPart } from '../../../../contracts/models/messages.ts';
import { failure, sent } from './ask-wire.ts';

const png = { mediaType: 'image/png', data: 'aGk=' };
const pdf: ContentPart = {
  type: 'file',
  name: 'report.pdf',
  mediaType: 'application/pdf',
  data: 'JVBERg==',
};
const audio: ContentPart = { type: 'audio', format: 'wav', data: 'UklGRg==' };
const holding = (part: ContentPart): ChatMessage[] => [{ role: 'user', text: '', parts: [part] }];
const pdfUrl = 'data:application/pdf;base64,JVBERg==';

describe('A file and audio in a message', () => {
  test.each([
    [
      'openai',
      pdf,
      ({ messages }: any) => messages[0].content,
      { type: 'file', file: { filename: 'report.pdf', file_data: pdfUrl } },
    ],
    [
      'openai',
      audio,
      ({ messages }: any) => messages[0].content,
      { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
    ],
    [
      'qwen',
      audio,
      ({ messages }: any) => messages[0].content,
      { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
    ],
    [
      'openai-responses',
      pdf,
      ({ input }: any) => input[0].content,
      { type: 'input_file', filename: 'report.pdf', file_data: pdfUrl },
    ],
    [
      'anthropic',
      pdf,
      ({ messages }: any) => messages[0].content,
      {
        type: 'document',
        title: 'report.pdf',
        source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERg==' },
      },
    ],
    [
      'anthropic',
      { ...pdf, mediaType: 'text/csv', data: 'YSxi' } as ContentPart,
      ({ messages }: any) => messages[0].content,
      {
        type: 'document',
        title: 'report.pdf',
        source: { type: 'text', media_type: 'text/plain', data: 'a,b' },
      },
    ],
    [
      'gemini',
      pdf,
      ({ contents }: any) => contents[0].parts,
      { inlineData: { mimeType: 'application/pdf', data: 'JVBERg==' } },
    ],
    [
      'gemini',
      audio,
      ({ contents }: any) => contents[0].parts,
      { inlineData: { mimeType: 'audio/wav', data: 'UklGRg==' } },
    ],
  ])('reaches %s: $type', async (name, part, read, expected) => {
    expect(read(await sent(name, holding(part)))).toEqual([expected]);
  });

  test.each([
    ['anthropic', audio],
    ['openai-responses', audio],
    ['deepseek', pdf],
    ['kimi', audio],
    ['grok', pdf],
    ['ollama', pdf],
  ])('is refused by name where %s has no way to take it', async (name, part) => {
    expect(await failure(sent(name, holding(part)))).toMatchObject({
      kind: 'invalid_request',
      code: 'UNSUPPORTED_CONTENT',
      message: expect.stringContaining('does not take'),
    });
  });
});

describe('An image in the result of a tool', () => {
  const call = { id: 'call_1', name: 'chart', args: {} };
  const messages: ChatMessage[] = [
    { role: 'user', text: 'Look.' },
    { role: 'assistant', text: '', toolCalls: [call, { ...call, id: 'call_2' }] },
    {
      role: 'tool',
      callId: 'call_1',
      name: 'chart',
      text: 'A chart.',
      isError: false,
      parts: [
        { type: 'text', text: 'A chart.' },
        { type: 'image', image: png },
      ],
    },
    { role: 'tool', callId: 'call_2', name: 'chart', text: 'None.', isError: false },
  ];
  const image = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: 'aGk=' },
  };

  test('is a part of it at Anthropic', async () => {
    const { messages: given } = await sent('anthropic', messages);
    expect(given[2].content[0].content).toEqual([{ type: 'text', text: 'A chart.' }, image]);
  });

  test('is a part of it over Responses', async () => {
    const { input } = await sent('openai-responses', messages);
    expect(input.at(-2).output).toEqual([
      { type: 'input_text', text: 'A chart.' },
      { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,aGk=' },
    ]);
  });

  test('is a part of it at newer models of Gemini, and follows it at older ones', async () => {
    const inlineData = { mimeType: 'image/png', data: 'aGk=' };
    const { contents } = await sent('gemini', messages);
    expect(contents[2].parts[0].functionResponse.parts).toEqual([{ inlineData }]);
    const older = await sent('gemini', messages, 'gemini-2.5-flash');
    expect(older.contents[2].parts[1]).toEqual({ inlineData });
  });

  test('follows the last result where results are text alone', async () => {
    const { messages: given } = await sent('openai', messages);
    expect(given.map(({ role }: any) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
      'user',
    ]);
    expect(given.at(-1).content).toEqual([
      { type: 'text', text: 'Of the result of chart:' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
    ]);
  });
});
