import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { countedAddress } from '../../../api/plugins/connection-limits.ts';
import type { ConnectionLimits } from '../../../api/plugins/connection-limits.ts';
import { apiKey, openTestApp } from '../support/app.ts';

async function listen(limits: Partial<ConnectionLimits>, isTrustedProxy = () => false) {
  const most = { openConnections: 100, addressConnections: 100, mostConnections: 100 };
  const test = await openTestApp({ connectionLimits: { ...most, ...limits }, isTrustedProxy });
  onTestFinished(() => test.close());
  const { port } = new URL(await test.app.listen({ host: '127.0.0.1', port: 0 }));
  return Number(port);
}

/** A browser or a program with one connection, which it keeps. */
function clientOf(port: number, headers = { authorization: `Bearer ${apiKey}` }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const close = () => agent.destroy();
  onTestFinished(close);
  const get = async (path = '/api/v1/me') => {
    const sent = request({ port, host: '127.0.0.1', path, agent, headers }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const body = await text(answer);
    return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body };
  };
  return { get, close };
}

async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

it('a key that has too many connections gets 429, until it closes one', async () => {
  const port = await listen({ openConnections: 2 });
  const [one, two, three] = [clientOf(port), clientOf(port), clientOf(port)];
  expect((await one.get()).status).toBe(200);
  expect((await two.get()).status).toBe(200);
  expect((await one.get()).status).toBe(200);
  const refused = await three.get();
  expect(refused).toMatchObject({ status: 429, retryAfter: '5' });
  expect(refused.body).toContain('2 connections at a time');
  expect((await three.get('/health')).status).toBe(200);
  one.close();
  await vi.waitFor(async () => expect((await three.get()).status).toBe(200));
});

it('an address that has too many connections before it signs in gets 429 on the next', async () => {
  const port = await listen({ addressConnections: 2 });
  const signedIn = clientOf(port);
  expect((await signedIn.get()).status).toBe(200);
  const silent = [await connectTo(port), await connectTo(port)];
  const refused = await clientOf(port).get();
  expect(refused).toMatchObject({ status: 429, retryAfter: '5' });
  expect(refused.body).toContain('2 connections at a time before it signs in');
  expect((await signedIn.get()).status).toBe(200);
  silent[0]?.destroy();
  await vi.waitFor(async () => expect((await clientOf(port).get()).status).toBe(200));
});

it('one address does not take the connections of all others', async () => {
  const port = await listen({ addressConnections: 2, mostConnections: 20 });
  for (let n = 0; n < 20; n += 1) await connectTo(port);
  const sent = request({
    port,
    host: '127.0.0.1',
    localAddress: '127.0.0.2',
    path: '/api/v1/me',
    headers: { authorization: `Bearer ${apiKey}` },
  }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
});

it.each([
  ['2001:db8:1:2::3', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::3', '2001:db8:1:3::/64'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7', '192.0.2.7'],
])('a connection from %s counts for %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted);
});

it('connections of a proxy count while a request is in progress', async () => {
  const port = await listen({ openConnections: 1, addressConnections: 1 }, () => true);
  const clients = [clientOf(port), clientOf(port), clientOf(port)];
  for (const { get } of clients)
    await vi.waitFor(async () => expect((await get()).status).toBe(200));
});

it('connections beyond those of all together are closed', async () => {
  const port = await listen({ mostConnections: 1 });
  const only = clientOf(port);
  expect((await only.get('/health')).status).toBe(200);
  await expect(clientOf(port).get('/health')).rejects.toThrow(/ECONNRESET|socket hang up/);
  expect((await only.get('/health')).status).toBe(200);
});
