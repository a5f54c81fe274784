import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openai } from './wires/openai.ts';

test('an answer whose stream breaks off before its first part has begun', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    setImmediate(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const onBegin = vi.fn();
  const answer = openai.create(`http://127.0.0.1:${port}`).chat(
    {
      model: openai.model,
      messages: [{ role: 'user', text: 'Well?' }],
      tools: [],
      toolChoice: 'auto',
    },
    { signal: AbortSignal.timeout(20_000), onDelta: () => undefined, onBegin },
  );
  await expect(answer).rejects.toThrow();
  expect(onBegin).toHaveBeenCalledOnce();
});
