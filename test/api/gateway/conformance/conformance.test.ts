import { describe, expect, test } from 'vitest';
import { toQuestion } from '../../../../api/gateway/to-question.ts';
import { ProviderError } from '../../../../activities/models/provider.ts';
import { chatCompletionRequestSchema } from '../../../../contracts/api/gateway/index.ts';
import {
  createOpenAICheck,
  descriptions,
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
  },
);
