import { expect } from 'vitest';
import type { ChatDelta, ChatMessage } from '../../../../contracts/models/messages.ts';
import { ProviderError } from '../../../../activities/models/provider.ts';
import type { ChatRequest, ChatResponse } from '../../../../activities/models/provider.ts';
import { startMockServer } from '../mock-server.ts';
import type { Reply } from '../mock-server.ts';
import { never, request } from '../requests.ts';
import { wireNamed } from './wires/index.ts';
import type { Wire } from './wires/wire.ts';

/** Ways to ask a provider whose server gives one reply. */
export function asking(wire: Wire) {
  return {
    async chat(reply: Reply, changes: Partial<ChatRequest> = {}): Promise<ChatResponse> {
      const server = await startMockServer(reply);
      return wire.create(server.url).chat(request({ model: wire.model, ...changes }), never);
    },

    async stream(reply: Reply, changes: Partial<ChatRequest> = {}) {
      const server = await startMockServer(reply);
      const deltas: ChatDelta[] = [];
      const answer = await wire
        .create(server.url)
        .chat(request({ model: wire.model, ...changes }), {
          ...never,
          onDelta: (delta) => deltas.push(delta),
        });
      return { answer, deltas };
    },
  };
}

/** The body that a provider is sent. */
export async function sent(
  name: string,
  messages: ChatMessage[],
  model?: string,
  changes: Partial<ChatRequest> = {},
): Promise<any> {
  const wire = wireNamed(name);
  const server = await startMockServer({ body: wire.answer({ text: 'ok' }) });
  const asked = request({ model: model ?? wire.model, messages, ...changes });
  await wire.create(server.url).chat(asked, never);
  return server.received[0]!.body;
}

/** The error that a request ends with. */
export async function failure(answer: Promise<unknown>): Promise<ProviderError> {
  const error = await answer.then(
    () => expect.fail('answered'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}
