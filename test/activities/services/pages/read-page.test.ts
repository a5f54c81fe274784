import { expect, test } from 'vitest';
import { createReadPage } from '../../../../activities/services/pages/create-read-page.ts';
import type { PageSource } from '../../../../activities/services/pages/page.ts';

const never = new AbortController().signal;

const source = (html: string): PageSource => ({
  html: Buffer.from(html),
  contentType: 'text/html; charset=utf-8',
  url: 'https://example.com/',
  maximumCharacters: 1_000,
  maximumLinks: 5,
});

test('a page that takes too long is ended, and meanwhile this process goes on', async () => {
  const read = createReadPage({ timeoutMs: 400 });
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 5);
  await expect(read(source('<div>'.repeat(390_000)), never)).rejects.toMatchObject({
    name: 'UnreadablePage',
    message: 'It took longer than 0.4 s to read.',
  });
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(5);
});

test('a page that takes too much memory is ended, and nothing else', async () => {
  const read = createReadPage({ memoryMb: 24 });
  await expect(read(source('<p><b>x</b></p>'.repeat(100_000)), never)).rejects.toMatchObject({
    name: 'UnreadablePage',
  });
});

test('no more pages are read at once than there is memory for: the others wait', async () => {
  const read = createReadPage({ timeoutMs: 3_000, mostAtOnce: 1 });
  const ended: string[] = [];
  await Promise.all([
    read(source('<div>'.repeat(390_000)), never).catch(() => ended.push('the slow one')),
    read(source('<p>x</p>'), never).then(({ text }) => ended.push(text)),
  ]);
  expect(ended).toEqual(['the slow one', 'x']);
});

test('reading is stopped with its call', async () => {
  const stop = new AbortController();
  const reading = createReadPage()(source('<div>'.repeat(390_000)), stop.signal);
  stop.abort(new Error('stopped'));
  await expect(reading).rejects.toThrow('stopped');
});

test('scripts see nothing of this process, and are not run', async () => {
  const html = `<body onload="document.body.textContent = 'ran'"><p>kept</p>
    <script>document.body.textContent = String(typeof process)</script></body>`;
  expect((await createReadPage()(source(html), never)).text).toBe('kept');
});
