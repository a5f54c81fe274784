import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ConnectorSettings } from '../../../activities/network/checked-connector.ts';
import { createNetwork } from '../../../activities/network/create-network.ts';
import type { NetworkRequest } from '../../../activities/network/network.ts';
import { drip, startRawServer } from '../../support/raw-server.ts';
import { answerWith, redirectTo, startWebServer } from './web-server.ts';

function network(settings: Partial<ConnectorSettings> = {}) {
  const created = createNetwork({
    allowedHosts: ['127.0.0.1'],
    ports: 'any',
    hostsSetting: 'BATON_NETWORK_HOSTS',
    ...settings,
  });
  onTestFinished(() => created.close());
  return {
    get: (url: string, request: Partial<NetworkRequest> = {}) =>
      created.send(new URL(url), { signal: new AbortController().signal, ...request }),
  };
}

/** A DNS server that answers each question with the next of these, and with the last one ever after. */
function answering(...answers: string[][]) {
  const asked: string[] = [];
  const resolve: NonNullable<ConnectorSettings['resolve']> = (host, _options, callback) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(host);
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { resolve, asked };
}

describe('an address that is not of the open internet', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '017700000001',
    '0177.0.0.1',
    '①②⑦.⓪.⓪.①',
    '127.0.0.1.',
    '0.0.0.0',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '169.254.169.254',
    '[fd00:ec2::254]',
    '100.64.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '224.0.0.1',
    '255.255.255.255',
  ])('is not connected to, however it is written: %s', async (host) => {
    const { port, asked } = await startWebServer(answerWith('secret'), { host: '0.0.0.0' });
    const { get } = network({ allowedHosts: [] });
    await expect(get(`http://${host}:${port}/`)).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
      isTransient: false,
      mayHaveArrived: false,
      message: expect.stringContaining('BATON_NETWORK_HOSTS'),
    });
    expect(asked).toEqual([]);
  });

  it('is not connected to where a name has it among others', async () => {
    const { port, asked } = await startWebServer(answerWith('secret'));
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['8.8.8.8', '::1']]) {
      const { get } = network({ resolve: answering(addresses).resolve });
      await expect(get(`http://example.com:${port}/`)).rejects.toMatchObject({
        code: 'ADDRESS_REFUSED',
        message: expect.stringContaining('example.com'),
      });
    }
    await expect(
      network({ allowedHosts: [] }).get(`http://localhost:${port}/`),
    ).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    expect(asked).toEqual([]);
  });

  it('is not looked up where its name alone says so', async () => {
    const { resolve, asked } = answering(['8.8.8.8']);
    for (const host of ['localhost', 'Db.LOCALHOST', 'db.localhost.']) {
      await expect(network({ resolve }).get(`http://${host}/`)).rejects.toMatchObject({
        code: 'ADDRESS_REFUSED',
      });
    }
    expect(asked).toEqual([]);
  });

  it('does not take the place of the checked one when the name is given another address', async () => {
    const open = await startWebServer(answerWith('open'), { host: '127.0.0.2' });
    const inner = await startWebServer(answerWith('inner'), { port: open.port });
    const { resolve, asked } = answering(['127.0.0.2'], ['127.0.0.1']);
    const isPublic = (address: string) => address === '127.0.0.2';
    const { get } = network({ allowedHosts: [], resolve, isPublic });
    const answer = await get(`http://rebinding.example:${open.port}/`);
    expect(answer.body.toString()).toBe('open');
    // Each connection asks once, and a later one is checked anew.
    expect(asked).toEqual(['rebinding.example']);
    const { get: later } = network({ allowedHosts: [], resolve, isPublic });
    await expect(later(`http://rebinding.example:${open.port}/`)).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
    });
    expect(inner.asked).toEqual([]);
  });

  it('may be reached where its host is allowed, on the port that is allowed', async () => {
    const { origin, port } = await startWebServer(answerWith('here'));
    const withPort = network({ allowedHosts: [`127.0.0.1:${port}`] });
    expect((await withPort.get(origin)).body.toString()).toBe('here');
    await expect(
      network({ allowedHosts: [`127.0.0.1:${port + 1}`] }).get(origin),
    ).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    const named = network({ allowedHosts: ['localhost'] });
    expect((await named.get(`http://LOCALHOST:${port}/`)).status).toBe(200);
  });
});

describe('a URL', () => {
  it.each([
    ['file:///etc/passwd', 'Only http and https'],
    ['ftp://example.com/', 'not ftp'],
    ['data:text/plain,hello', 'not data'],
    ['http://user:password@example.com/', 'user name'],
    ['http://example.com:22/', 'Port 22 is not allowed: only 80, 443'],
    ['https://example.com:6379/', 'example.com:6379'],
  ])('%s is refused', async (url, message) => {
    await expect(network({ allowedHosts: [], ports: [80, 443] }).get(url)).rejects.toMatchObject({
      code: 'URL_REFUSED',
      message: expect.stringContaining(message),
    });
  });

  it.each(['http://127.0.0.1:29300/', 'http://localhost:22/', 'http://[::1]:8080/'])(
    '%s is refused for its address, whatever its port',
    async (url) => {
      const { get } = network({ allowedHosts: [], ports: [80, 443] });
      await expect(get(url)).rejects.toMatchObject({
        code: 'ADDRESS_REFUSED',
        message: expect.stringContaining('not a public address'),
      });
    },
  );
});

describe('a redirect', () => {
  it('is followed, and says where the answer came from', async () => {
    const { origin } = await startWebServer({
      '/a': redirectTo('/b', 301),
      '/b': redirectTo('c?d=1', 307),
      '/c': answerWith('arrived'),
    });
    const answer = await network().get(`${origin}/a`);
    expect(answer).toMatchObject({ status: 200, url: `${origin}/c?d=1`, mediaType: 'text/html' });
    expect(answer.body.toString()).toBe('arrived');
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:169.254.169.254]/',
    'http://2852039166/',
    '//127.0.0.2/',
    'http://metadata.google.internal/',
  ])('to %s is refused', async (location) => {
    const { origin } = await startWebServer(redirectTo(location));
    const { resolve } = answering(['169.254.169.254']);
    await expect(network({ resolve }).get(origin)).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
    });
  });

  it('to another protocol is refused', async () => {
    const { origin } = await startWebServer(redirectTo('file:///etc/passwd'));
    await expect(network().get(origin)).rejects.toMatchObject({ code: 'URL_REFUSED' });
  });

  it('that never ends is refused', async () => {
    const { origin, asked } = await startWebServer(redirectTo('/again'));
    await expect(network().get(origin)).rejects.toMatchObject({ code: 'REDIRECT_REFUSED' });
    expect(asked).toHaveLength(6);
  });

  it('takes no credentials to another origin, and keeps them within one', async () => {
    const other = await startWebServer(answerWith('ok'));
    const { origin, asked } = await startWebServer({
      '/first': redirectTo('/second'),
      '/second': redirectTo(other.origin),
    });
    const headers = { authorization: 'Bearer a', cookie: 'b=c', 'x-api-key': 'd', accept: 'e/f' };
    await network().get(`${origin}/first`, { headers });
    expect(asked.map((each) => each.headers)).toEqual([
      expect.objectContaining(headers),
      expect.objectContaining(headers),
    ]);
    const [{ headers: received }] = other.asked as [(typeof asked)[number]];
    expect(received).toMatchObject({ accept: 'e/f' });
    expect(Object.keys(received)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/authorization|cookie|x-api-key/)]),
    );
  });

  it('of a POST is the answer: its body goes nowhere else', async () => {
    const other = await startWebServer(answerWith('ok'));
    const { origin } = await startWebServer(redirectTo(other.origin, 307));
    const answer = await network().get(origin, { method: 'POST', body: 'secret' });
    expect(answer).toMatchObject({ status: 307, headers: { location: other.origin } });
    expect(other.asked).toEqual([]);
  });
});

describe('an answer', () => {
  const bomb = Buffer.alloc(3_000_000);

  it('that says it is too large is not read', async () => {
    const { origin } = await startWebServer((_asked, response) => {
      response.writeHead(200, { 'content-length': '5000000' });
      response.write('a');
    });
    await expect(network().get(origin)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringContaining('1000000 bytes'),
    });
  });

  it('that becomes too large as it comes is left', async () => {
    let isLeft = false;
    const { origin } = await startWebServer((_asked, response) => {
      response.on('close', () => (isLeft = true));
      const write = () => {
        if (!response.destroyed) response.write(Buffer.alloc(50_000), write);
      };
      write();
    });
    await expect(network().get(origin, { maximumBytes: 200_000 })).rejects.toMatchObject({
      code: 'TOO_LARGE',
    });
    await expect.poll(() => isLeft).toBe(true);
  });

  it.each([
    ['gzip', gzipSync(bomb)],
    ['br', brotliCompressSync(bomb)],
  ])('that is too large when unpacked from %s is refused', async (encoding, packed) => {
    const { origin } = await startWebServer((_asked, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(packed);
    });
    expect(packed.length).toBeLessThan(10_000);
    await expect(network().get(origin)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    const answer = await network().get(origin, { maximumBytes: bomb.length });
    expect(answer.body.equals(bomb)).toBe(true);
  });

  it.each([
    ['gzip', Buffer.from('not packed')],
    ['gzip', gzipSync('cut off in the middle').subarray(0, 20)],
    ['br', Buffer.from('not packed')],
    ['zstd', Buffer.from('')],
    ['gzip, gzip', gzipSync(gzipSync('twice'))],
  ])('that cannot be unpacked from %s is refused', async (encoding, packed) => {
    const { origin } = await startWebServer((_asked, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(packed);
    });
    await expect(network().get(origin)).rejects.toMatchObject({ code: 'BAD_ENCODING' });
  });

  it.each([
    ['before its head', () => undefined],
    [
      'within its body',
      (_asked: unknown, response: { write(text: string): unknown }) => void response.write('a'),
    ],
  ] as const)('that stops %s is given up in time', async (_where, answer) => {
    const { origin } = await startWebServer(answer);
    await expect(network().get(origin, { timeoutMs: 100 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      isTransient: true,
      mayHaveArrived: true,
    });
  });

  it('that drips is given up in time, though it never stops', async () => {
    const { origin } = await startWebServer((_asked, response) => {
      const timer = setInterval(() => response.write('a'), 10);
      response.on('close', () => clearInterval(timer));
    });
    await expect(network().get(origin, { timeoutMs: 150 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
  });

  it('is not waited for when the call is stopped', async () => {
    const stop = new AbortController();
    const { origin } = await startWebServer(() => stop.abort());
    await expect(network().get(origin, { signal: stop.signal })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
  });

  it('of another type than is wanted is not read', async () => {
    const { origin } = await startWebServer(answerWith('%PDF', 'application/pdf'));
    const accepts = (mediaType: string) => mediaType === 'text/html';
    await expect(network().get(origin, { accepts })).rejects.toMatchObject({
      code: 'WRONG_TYPE',
      message: expect.stringContaining('application/pdf'),
    });
  });

  it('that does not arrive can be retried', async () => {
    const { origin } = await startWebServer((_asked, response) => void response.socket?.destroy());
    await expect(network().get(origin)).rejects.toMatchObject({
      isTransient: true,
      mayHaveArrived: true,
    });
    const port = await freePort();
    await expect(network().get(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      code: 'ECONNREFUSED',
      isTransient: true,
      mayHaveArrived: false,
    });
  });
});

describe('an answer of which the status alone counts', () => {
  const post = { method: 'POST', body: '{}', isBodyRead: false } as const;

  it('is there once the status is, and what drips after it is not listened to', async () => {
    const { port, open } = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n');
      drip(socket, 'x');
    });
    const answer = await network().get(`http://127.0.0.1:${port}/`, post);
    expect(answer).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    await expect.poll(open).toBe(0);
  });

  it('leaves no connection behind, though it is there to its end', async () => {
    const { port, open } = await startRawServer((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 503 No\r\ncontent-length: 2\r\n\r\nno'));
    });
    const { status } = await network().get(`http://127.0.0.1:${port}/`, post);
    expect(status).toBe(503);
    await expect.poll(open).toBe(0);
  });

  it('is a redirect too, which is not followed', async () => {
    const other = await startWebServer(answerWith('ok'));
    const { origin } = await startWebServer(redirectTo(other.origin));
    expect(await network().get(origin, post)).toMatchObject({ status: 302 });
    expect(other.asked).toEqual([]);
  });

  it('is not there in time where its headers drip', async () => {
    const { port, open } = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'x');
    });
    const request = { ...post, signal: AbortSignal.timeout(200) };
    await expect(network().get(`http://127.0.0.1:${port}/`, request)).rejects.toMatchObject({
      code: 'TIMEOUT',
      isTransient: true,
    });
    await expect.poll(open).toBe(0);
  });

  it.each([
    ['drops the connection', (socket: Socket) => socket.destroy()],
    [
      'wants another protocol',
      (socket: Socket) =>
        socket.once('data', () =>
          socket.write(
            'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
          ),
        ),
    ],
  ])('does not arrive if the other side %s, which can be retried', async (_does, speak) => {
    const { port, open } = await startRawServer(speak);
    await expect(network().get(`http://127.0.0.1:${port}/`, post)).rejects.toMatchObject({
      isTransient: true,
    });
    await expect.poll(open).toBe(0);
  });
});

/** A port on which nobody listens. */
async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
