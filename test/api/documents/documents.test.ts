import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDocuments } from '../../../api/documents/documents.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const large = 20_000;
const keys = Array.from({ length: large }, (_, key) => `      k${key}: 1`).join('\n');
const text = `name: large\nnodes:\n  - id: one\n    kind: transform\n    value:\n${keys}\n`;

function open(limits: { mostMs?: number; mostMegabytes?: number } = {}) {
  const work = new URL('busy-work.ts', import.meta.url).href;
  const documents = createDocuments({ work, ...limits });
  onTestFinished(() => documents.close());
  return documents;
}
const longText = (word: string) => word.padEnd(large, ' ');

describe('a large document', () => {
  it('is read and checked while GET /health answers', async () => {
    const documents = createDocuments();
    onTestFinished(() => documents.close());
    const catalog = { agents: {}, tools: {}, pipelines: {} };
    const order: string[] = [];
    const read = documents.read(text).finally(() => order.push('read'));
    expect((await test.app.inject('/health')).statusCode).toBe(200);
    order.push('health');
    const document = await read;
    const checked = documents.checkPipeline(document, catalog).finally(() => order.push('checked'));
    expect((await test.app.inject('/health')).statusCode).toBe(200);
    order.push('health');
    expect((await checked).problems).toEqual([]);
    expect(order).toEqual(['health', 'read', 'health', 'checked']);
  });

  it('is stored, started and said to be wrong as a small one is', async () => {
    const value = Array.from({ length: large }, String);
    const document = { name: 'large', nodes: [{ id: 'one', kind: 'transform', value }] };
    const stored = await test.ask('PUT', '/api/v1/pipelines/large', { payload: document });
    expect(stored).toMatchObject({ status: 201, body: { document } });
    const started = await test.post('/api/v1/runs', { document });
    expect(started.status).toBe(201);
    const refused = await test.post('/api/v1/pipelines', { ...document, name: 'Large' });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'name' }] } });
  });

  it('that takes too long is refused with the limit, and the next one is read', async () => {
    const documents = open({ mostMs: 1_000 });
    const endless = documents.read(longText('endless'));
    const next = documents.read(longText('next'));
    await expect(endless).rejects.toThrow('took more than 1 seconds');
    expect(await next).toBe(large);
  });

  it('that takes too much memory is refused with the limit, and the next one is read', async () => {
    const documents = open({ mostMegabytes: 128 });
    const hungry = documents.read(longText('hungry'));
    const next = documents.read(longText('next'));
    await expect(hungry).rejects.toMatchObject({
      kind: 'invalid-request',
      message: expect.stringContaining('more than 128 MB of memory'),
    });
    expect(await next).toBe(large);
  });

  it('that no process can be started for is refused with the reason', async () => {
    const documents = createDocuments({ work: new URL('not-there.ts', import.meta.url).href });
    onTestFinished(() => documents.close());
    await expect(documents.read(longText('next'))).rejects.toThrow('ended with exit code 1');
  });

  it('leaves no process behind whoever ends', async () => {
    const module = new URL('../../../api/documents/documents.ts', import.meta.url).href;
    const script = `
      const documents = (await import('${module}')).createDocuments();
      await documents.read('a: ' + 'x'.repeat(${large}));
      await documents.close();
      console.log('closed');`;
    const options = ['--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, options);
    expect(stdout).toBe('closed\n');
  });

  it('waits for its turn; when too many wait, it is to be sent again', async () => {
    const documents = open();
    const all = Array.from({ length: 17 }, () => documents.read(longText('next')));
    const settled = await Promise.allSettled(all);
    expect(settled.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 16 }, () => 'fulfilled'),
      'rejected',
    ]);
    expect(settled[16]).toMatchObject({ reason: { kind: 'unavailable', retryAfterMs: 5_000 } });
  });
});
