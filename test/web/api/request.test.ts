import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { request } from '../../../web/src/api/request.ts';

let server: Server | undefined;
afterEach(() => server?.close());

async function serve(answer: RequestListener): Promise<string> {
  const started = createServer(answer);
  server = started;
  await new Promise<void>((resolve) => {
    started.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/`;
}

it('gives what the server answers', async () => {
  const address = await serve((_asked, response) => response.end('{"items":[]}'));
  expect(await request(address)).toEqual({ items: [] });
});

it('takes an answer that was cut for a server that cannot be reached', async () => {
  const address = await serve((_asked, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"items":', () => response.destroy());
  });
  await expect(request(address)).rejects.toMatchObject({ name: 'ApiProblem', status: 0 });
});

it('takes an answer that is not of Baton for a server that cannot be reached', async () => {
  const address = await serve((_asked, response) => response.end('<html>One moment</html>'));
  await expect(request(address)).rejects.toMatchObject({ name: 'ApiProblem', status: 0 });
});
