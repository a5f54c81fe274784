import { describe, expect, test } from 'vitest';
import { toQuestion } from '../../../../api/gateway/to-question.ts';
import { ProviderError } from '../../../../activities/models/provider.ts';
import { chatCompletionRequestSchema } from '../../../../contracts/api/gateway/index.ts';
import {
  createOpenAICheck,
  descriptions,
  openAIFields,
} from '../../../activities/models/providers/api-description.ts';
import { golden } from '../../../activities/models/providers/golden.ts';
import { startMockServer } from '../../../activities/models/mock-server.ts';
import { wires } from '../../../activities/models/providers/wires/index.ts';
import type { Wire } from '../../../activities/models/providers/wires/wire.ts';
import { conformanceRequests } from './requests.ts';

type Conversion = { sent: unknown; ignored?: readonly string[] } | { refused: string };

/** What a provider is sent of a client's request, what is ignored of it, or why it is refused. */
async function convert(wire: Wire, body: object): Promise<Conversion> {
  const server = await startMockServer({ body: wire.answer({ text: 'Yes.' }) });
  const provider = wire.create(server.url);
  const request = chatCompletionRequestSchema.parse({ ...body, model: wire.model });
  const question = toQuestion(request, `${provider.name}:${wire.model}`);
  let ignored: readonly string[] | undefined;
  try {
    await provider.chat(
      { ...question, model: wire.model },
      {
        signal: new AbortController().signal,
        onIgnored: (names) => {
          ignored = names;
        },
      },
    );
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { refused: error.message };
  }
  return { sent: server.received[0]?.body, ...(ignored?.length && { ignored }) };
}

const conversionsOf = async (wire: Wire): Promise<Record<string, Conversion>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(conformanceRequests).map(
        async ([name, body]) => [name, await convert(wire, body)] as const,
      ),
    ),
  );

describe.each(wires)('what $name is sent of a Chat Completions request', (wire) => {
  test('is on file, for each of them', async () => {
    const conversions = await conversionsOf(wire);
    const onFile = (await golden(`conformance-${wire.name}`, conversions)) as typeof conversions;
    expect(Object.keys(onFile)).toEqual(Object.keys(conformanceRequests));
    for (const [name, conversion] of Object.entries(conversions)) {
      expect(conversion, name).toEqual(onFile[name]);
    }
  });
});

describe.skipIf(!descriptions)(
  "OpenAI's published description (skipped unless API_DESCRIPTIONS names its folder)",
  () => {
    test.each([
      ['openai', 'CreateChatCompletionRequest'],
      ['openai-responses', 'CreateResponse'],
    ])('fits what %s is sent, which is %s', { timeout: 60_000 }, async (name, schema) => {
      const check = await createOpenAICheck(schema);
      const onFile = (await golden(`conformance-${name}`)) as Record<string, Conversion>;
      for (const [what, conversion] of Object.entries(onFile)) {
        if ('sent' in conversion) expect(check(conversion.sent), what).toEqual([]);
      }
    });

    /** Where vendors document what they add to Chat Completions. */
    const additions = [
      // https://api-docs.deepseek.com/guides/thinking_mode
      { vendor: 'deepseek', fields: ['thinking'], ofMessages: ['reasoning_content'] },
      // https://www.alibabacloud.com/help/en/model-studio/deep-thinking
      { vendor: 'qwen', fields: ['enable_thinking', 'thinking_budget'], ofMessages: [] },
      // https://platform.kimi.ai/docs/guide/use-kimi-k2-thinking-model
      { vendor: 'kimi', fields: ['thinking'], ofMessages: ['reasoning_content'] },
      { vendor: 'grok', fields: [], ofMessages: [] },
      { vendor: 'ollama', fields: [], ofMessages: [] },
      { vendor: 'compatible', fields: [], ofMessages: [] },
    ];
    test.each(additions)(
      'fits what $vendor is sent, but for what it documents itself',
      { timeout: 60_000 },
      async ({ vendor, fields, ofMessages }) => {
        const check = await createOpenAICheck('CreateChatCompletionRequest');
        const known = await openAIFields('CreateChatCompletionRequest');
        const knownOfMessages = await openAIFields('ChatCompletionRequestMessage');
        const onFile = (await golden(`conformance-${vendor}`)) as Record<string, Conversion>;
        const added = new Set<string>();
        const addedToMessages = new Set<string>();
        for (const [what, conversion] of Object.entries(onFile)) {
          if (!('sent' in conversion)) continue;
          expect(check(conversion.sent), what).toEqual([]);
          const sent = conversion.sent as { messages: object[] };
          for (const field of Object.keys(sent)) if (!known.has(field)) added.add(field);
          for (const field of sent.messages.flatMap(Object.keys)) {
            if (!knownOfMessages.has(field)) addedToMessages.add(field);
          }
        }
        expect([...added].toSorted()).toEqual(fields);
        expect([...addedToMessages]).toEqual(ofMessages);
      },
    );
  },
);
