import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { mostWaitingBytes } from '../../../../api/streams/outlet.ts';
import type { Outlet } from '../../../../api/streams/outlet.ts';
import { eventStreamOutlet } from '../../../../api/streams/routes.ts';

const wait = { timeout: 5_000, interval: 5 };

/** A client of an outlet, over a connection of its own. */
async function connect() {
  const { promise: opened, resolve } = Promise.withResolvers<{
    outlet: Outlet;
    response: ServerResponse;
  }>();
  const server = createServer((_request, response) => {
    response.flushHeaders();
    resolve({ outlet: eventStreamOutlet(response, { heartbeatMs: 20 }), response });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const leaving = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}`, { signal: leaving.signal });
  const { outlet, response } = await opened;
  return { outlet, response, body: answer.body!, leave: () => leaving.abort() };
}

it('sends each event under its position, comments in between, and its end', async () => {
  const { outlet, body } = await connect();
  const text: string[] = [];
  const reading = (async () => {
    for await (const part of body.pipeThrough(new TextDecoderStream())) text.push(part);
  })();
  outlet.send('first:1', '{"a":1}');
  await expect.poll(() => text.join(''), wait).toContain(': heartbeat\n\n');
  expect(text.join('')).toMatch(/^id: first:1\ndata: \{"a":1\}\n\n/);
  outlet.end(1001, 'come back');
  await reading;
  expect(text.join('')).toMatch(/\n\nevent: end\ndata: \{"code":1001,"reason":"come back"\}\n\n$/);
  expect(outlet.hasRoom()).toBe(false);
});

it('has no room while its client reads nothing, and has it again when that goes on', async () => {
  const { outlet, body } = await connect();
  const hearRoom = vi.fn();
  outlet.onRoom(hearRoom);
  const large = 'x'.repeat(mostWaitingBytes);
  for (let sent = 0; outlet.hasRoom() && sent < 1_000; sent += 1) outlet.send('first:1', large);
  expect(outlet.hasRoom()).toBe(false);
  const reader = body.getReader();
  const read = async () => {
    await reader.read();
    return hearRoom.mock.calls.length > 0 && outlet.hasRoom();
  };
  await expect.poll(read, wait).toBe(true);
  await reader.cancel();
});

it('cuts off a client that does not even read its end', async () => {
  const { outlet, response } = await connect();
  const large = 'x'.repeat(mostWaitingBytes);
  for (let sent = 0; sent < 100; sent += 1) outlet.send('first:1', large);
  outlet.end(4008, 'Too slow');
  await expect.poll(() => response.destroyed, wait).toBe(true);
});

it('hears of a client that has gone', async () => {
  const { outlet, leave } = await connect();
  const hearEnd = vi.fn();
  outlet.onEnd(hearEnd);
  leave();
  await expect.poll(() => hearEnd.mock.calls.length, wait).toBe(1);
  expect(outlet.hasRoom()).toBe(false);
});
