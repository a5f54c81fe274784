import { describe, expect, test } from 'vitest';
import { goldenRequests } from './golden-requests.ts';
import { golden } from './golden.ts';
import { startMockServer } from '../mock-server.ts';
import { never, request } from '../requests.ts';
import { wires } from './wires/index.ts';

describe.each(wires)('$name', (wire) => {
  describe('the request', () => {
    test.each(Object.entries(goldenRequests))('for %s is the one on file', async (name, make) => {
      const server = await startMockServer({ body: wire.answer({ text: 'ok' }) });
      const changes = make(`${wire.create(server.url).name}:${wire.model}`);
      await wire.create(server.url).chat(request({ model: wire.model, ...changes }), never);
      const sent = server.received[0]!.body;
      expect(sent).toEqual(await golden(`${wire.name}-${name}`, sent));
    });

    test('for a stream is the one on file', async () => {
      const server = await startMockServer({ events: wire.stream({ text: 'ok' }) });
      const provider = wire.create(server.url);
      await provider.chat(request({ model: wire.model }), { ...never, onDelta: () => {} });
      const sent = server.received[0]!.body;
      expect(sent).toEqual(await golden(`${wire.name}-streamed`, sent));
    });
  });
});
