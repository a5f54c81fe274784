import { expect, vi } from 'vitest';
import { wires } from '../../../activities/models/providers/wires/index.ts';
import type { Parts, Wire } from '../../../activities/models/providers/wires/wire.ts';
import type { Upstream } from './upstream.ts';

type Setup = {
  environment: Record<string, string>;
  providers: { wire: Wire; model: string }[];
};

const named = (wire: Wire, provider = wire.name) => ({ wire, model: `${provider}/${wire.model}` });

/** Every provider as the gateway serves it; OpenAI's two ways of speaking do not go together. */
export const setups: Setup[] = [
  {
    environment: {},
    providers: wires.filter(({ name }) => name !== 'openai-responses').map((wire) => named(wire)),
  },
  {
    environment: { OPENAI_API: 'responses' },
    providers: wires
      .filter(({ name }) => name === 'openai-responses')
      .map((wire) => named(wire, 'openai')),
  },
];

/** Has a provider give one answer after the other, each as it is asked for: whole, or as a stream. */
export function scriptAnswers(upstream: Upstream, wire: Wire, answers: Parts[]): void {
  let count = 0;
  upstream.script(({ path, body }) => {
    const parts = answers[Math.min(count, answers.length - 1)] ?? {};
    count += 1;
    const isStream = body.stream === true || path.includes('streamGenerateContent');
    return isStream ? { events: wire.stream(parts) } : { body: wire.answer(parts) };
  });
}

/** Has a provider begin to say something, and fall silent in the middle of it. */
export function scriptSilence(upstream: Upstream, wire: Wire): void {
  const events = wire.stream({ text: 'It is sunny.' });
  upstream.script(() => ({ events: events.slice(0, -60), rest: new Promise(() => {}) }));
}

/** Waits until a call has reached the provider, ends it at the client, and waits until the provider's is closed too. */
export async function abortWhenAsked(upstream: Upstream, abort: () => void): Promise<void> {
  const options = { timeout: 10_000 };
  await vi.waitFor(() => expect(upstream.asked).toHaveLength(1), options);
  abort();
  await vi.waitFor(() => expect(upstream.disconnected()).toBe(1), options);
}

export const question = { role: 'user', content: 'What is the weather in Rome?' } as const;

export const weatherSchema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
} as const;

export const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather of a city',
    parameters: weatherSchema,
  },
} as const;

export const call = { id: 'call_1', name: 'get_weather', args: '{"city":"Rome"}' };
export const otherCall = { id: 'call_2', name: 'get_weather', args: '{"city":"Oslo"}' };
