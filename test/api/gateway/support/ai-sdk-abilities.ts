import { generateText, jsonSchema, Output, streamText } from 'ai';
import type { LanguageModel } from 'ai';
import { expect, it } from 'vitest';
import type { Wire } from '../../../activities/models/providers/wires/wire.ts';
import {
  abortWhenAsked,
  question,
  scriptAnswers,
  scriptSilence,
  weatherSchema,
} from './providers.ts';
import type { Upstream } from './upstream.ts';

/**
 * Tests what the AI SDK does alike whichever of the gateway's APIs its models speak.
 * @param given.served filled once the tests begin.
 */
export function itGetsObjectsAndAborts({
  served,
  wire,
  model,
}: {
  served: { upstream: Upstream };
  wire: Wire;
  model: () => LanguageModel;
}): void {
  const asked = () => ({ model: model(), prompt: question.content, maxOutputTokens: 500 });

  it('gets an object in the form of a schema', async () => {
    scriptAnswers(served.upstream, wire, [{ text: '{"city":"Rome"}' }]);
    const { output } = await generateText({
      ...asked(),
      output: Output.object({ schema: jsonSchema<{ city: string }>(weatherSchema as never) }),
    });
    expect(output).toEqual({ city: 'Rome' });
  });

  it('stops the call of the provider when it is aborted', async () => {
    scriptSilence(served.upstream, wire);
    const leaving = new AbortController();
    const { textStream } = streamText({ ...asked(), abortSignal: leaving.signal });
    const said = Array.fromAsync(textStream);
    await abortWhenAsked(served.upstream, () => leaving.abort());
    expect((await said).join('')).not.toContain('sunny.');
  });
}
