import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { postGuarded } from '../../../activities/notify/post-guarded.ts';
import { drip, startRawServer } from '../../support/raw-server.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';

const post = (url: string, options: { allowedHosts?: string[]; signal?: AbortSignal } = {}) =>
  postGuarded(new URL(url), {
    body: '{}',
    headers: {},
    allowedHosts: [],
    signal: new AbortController().signal,
    ...options,
  });

it('what an address of this machine or of its network is sent, is not sent', async () => {
  const { port, received } = await startReceiver();
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'];
  for (const host of hosts) {
    await expect(post(`http://${host}:${port}/`)).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
      isTransient: false,
    });
  }
  await expect(post('http://169.254.169.254/latest')).rejects.toMatchObject({
    code: 'ADDRESS_REFUSED',
  });
  expect(received).toEqual([]);
});

it('a host that is allowed is sent it', async () => {
  const { url, received } = await startReceiver();
  expect(await post(url, { allowedHosts: ['127.0.0.1'] })).toBe(200);
  expect(received).toHaveLength(1);
});

it('a redirect is an answer and is not followed', async () => {
  const other = await startReceiver();
  const { url } = await startReceiver(() => ({ redirectTo: other.url }));
  expect(await post(url, { allowedHosts: ['127.0.0.1'] })).toBe(302);
  expect(other.received).toEqual([]);
});

it('nobody there can be mended by another try', async () => {
  const { url, stop } = await startReceiver();
  await stop();
  await expect(post(url, { allowedHosts: ['127.0.0.1'] })).rejects.toMatchObject({
    code: 'ECONNREFUSED',
    isTransient: true,
  });
});

describe('a receiver', () => {
  const here = { allowedHosts: ['127.0.0.1'] };

  it('that drips what it says after the status has answered, and is not listened to', async () => {
    const { port, open } = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n');
      drip(socket, 'x');
    });
    expect(await post(`http://127.0.0.1:${port}/`, here)).toBe(200);
    await expect.poll(open).toBe(0);
  });

  it('that drips its headers has not answered in time', async () => {
    const { port, open } = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'x');
    });
    const sent = post(`http://127.0.0.1:${port}/`, { ...here, signal: AbortSignal.timeout(200) });
    await expect(sent).rejects.toMatchObject({ code: 'TIMEOUT', isTransient: true });
    await expect.poll(open).toBe(0);
  });

  it.each([
    ['drops the connection', (socket: Socket) => socket.destroy(), 'ECONNRESET'],
    [
      'wants another protocol',
      (socket: Socket) =>
        socket.once('data', () =>
          socket.write(
            'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
          ),
        ),
      'PROTOCOL',
    ],
  ])('that %s can be mended by another try', async (_does, speak, code) => {
    const { port } = await startRawServer(speak);
    const sent = post(`http://127.0.0.1:${port}/`, here);
    await expect(sent).rejects.toMatchObject({ code, isTransient: true });
  });
});
