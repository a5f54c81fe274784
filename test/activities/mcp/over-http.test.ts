import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { httpServer } from './support/http-server.ts';
import { openServer, tool } from './support/open.ts';

const limit = 30_000;

test(
  'a server of one’s own network is reached where its host is allowed, with headers of the environment',
  { timeout: limit },
  async () => {
    const remote = await httpServer(
      [tool('echo')],
      (_tool, { headers }) => `${headers.authorization}`,
    );
    const { call, status, accept, mcp } = await openServer(
      [tool('echo')],
      { url: remote.url, headers: { authorization: 'Bearer ${CITY_TOKEN}' } },
      { allowedHosts: [remote.host], environment: { CITY_TOKEN: 'secret-of-city' } },
    );
    await accept();
    await status('connected');
    expect(mcp.states()[0]?.detail).toBe('remote 2');
    expect(await call('echo')).toMatchObject({ output: { text: 'Bearer secret-of-city' } });
  },
);

test('a server of one’s own network is not reached otherwise', { timeout: limit }, async () => {
  const remote = await httpServer([tool('echo')], () => '');
  const { status, mcp } = await openServer([], { url: remote.url });
  await status('failed');
  expect(mcp.states()[0]?.detail).toContain('BATON_NETWORK_HOSTS');
  expect(remote.requests).toEqual([]);
});

test(
  'the address of metadata of a cloud is not reached, nor by a redirect',
  { timeout: limit },
  async () => {
    const literal = await openServer([], { url: 'http://169.254.169.254/mcp' });
    await literal.status('failed');
    expect(literal.mcp.states()[0]?.detail).toContain('not a public address');

    const redirecting = createServer((_request, response) => {
      response.writeHead(307, { location: 'http://169.254.169.254/mcp' }).end();
    });
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void redirecting.close());
    const host = `127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
    const { status, mcp } = await openServer(
      [],
      { url: `http://${host}/mcp` },
      { allowedHosts: [host] },
    );
    await status('failed');
    expect(mcp.states()[0]?.detail).toMatch(/redirect|307/i);
  },
);

test(
  'an answer that is too large breaks off, and the next call is answered',
  { timeout: limit },
  async () => {
    const remote = await httpServer([tool('long'), tool('echo')], (name) =>
      name === 'long' ? 'x'.repeat(3_000_000) : 'short',
    );
    const { call, status, accept } = await openServer(
      [tool('long'), tool('echo')],
      { url: remote.url },
      { allowedHosts: [remote.host] },
    );
    await accept();
    await status('connected');
    await expect(call('long')).rejects.toThrow(/more than 2000000 bytes/);
    await status('connected');
    expect(await call('echo')).toMatchObject({ output: { text: 'short' } });
  },
);

test(
  'errors in the file are reported with their places, and earlier servers stay',
  { timeout: limit },
  async () => {
    const { mcp, path, status, accept } = await openServer([tool('echo')]);
    await accept();
    await status('connected');
    await writeFile(
      path,
      JSON.stringify({ servers: { test: { command: 'x', port: 3 }, Bad: {} } }),
    );
    await mcp.look();
    expect(mcp.problem()).toMatch(/servers\.test: Unrecognized key: "port"/);
    expect(mcp.problem()).toMatch(/servers\.Bad/);
    expect(mcp.states()[0]?.status).toBe('connected');
  },
);
