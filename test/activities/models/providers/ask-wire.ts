import { expect } from 'vitest';
import type { ChatDelta } from '../../../../contracts/models/messages.ts';
import { ProviderError } from '../../../../activities/models/provider.ts';
import type { ChatRequest, ChatResponse } from '../../../../activities/models/provider.ts';
import { startMockServer } from '../mock-server.ts';
import type { Reply } from '../mock-server.ts';
import { never, request } from '../requests.ts';
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

/** The error that a request ends with. */
export async function failure(answer: Promise<unknown>): Promise<ProviderError> {
  const error = await answer.then(
    () => expect.fail('answered'),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}
