import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCodeFolder, sourceOf } from './code-folder.ts';
import type { CodeFolder } from './code-folder.ts';

let opened: CodeFolder;
let server: CodeFolder['server'];
let write: CodeFolder['write'];
let baton: CodeFolder['baton'];

beforeAll(async () => {
  opened = await openCodeFolder();
  ({ server, write, baton } = opened);
});
afterAll(() => opened.close());

const source = (title: string) => sourceOf({ agent: 'porter', pipeline: 'welcome' }, title);

test(
  'what was changed on the canvas is taken into the file, and deployed from there again',
  { timeout: 150_000 },
  async () => {
    const mine = source('Mine');
    const file = await write(mine);
    await baton('deploy', file);
    const welcome = async () => (await server.get('/api/v1/pipelines/welcome')).body;
    const { document, text: kept } = await welcome();
    expect(kept).toMatch(/^# Kept in \S*greet\.ts\. `baton deploy` replaces it\. Deployed: /);
    const waiting = { id: 'pause', kind: 'wait', for: '1s' };
    const drawn = {
      ...document,
      nodes: [{ ...document.nodes[0], task: "Say 'hi'" }, waiting],
      edges: [{ from: 'welcome', to: 'pause' }],
      layout: { pause: { x: 5, y: 5 } },
    };
    const saved = await server.ask('PUT', '/api/v1/pipelines/welcome', {
      payload: `${kept.split('\n')[0]}\n${JSON.stringify(drawn)}`,
      headers: { 'if-match': '*', 'content-type': 'text/yaml' },
    });
    expect(saved.status).toBe(200);
    const { output } = await baton('pull', 'welcome', '--into', file, '--diff');
    expect(output).toMatch(/^--- a\/\S*greet\.ts$/m);
    expect(output).toMatch(/^\+ +(\{ id: 'pause', .*)?kind: 'wait', for: '1s' \},$/m);
    expect(output).not.toMatch(/^-.*inputs: z/m);
    expect(await readFile(file, 'utf8')).toBe(mine);
    expect((await baton('pull', 'welcome', '--into', file)).output).toContain('as it is stored');
    const pulled = await readFile(file, 'utf8');
    expect(pulled).toContain('output: z.object({ greeting: z.string() }),');
    expect((await baton('pull', 'welcome', '--into', file)).output).toContain('defines it already');
    // It has the content hash of what is stored, and is kept in the file from here on.
    expect((await baton('deploy', file)).output).toContain('pipeline welcome is unchanged');
    await write(pulled.replace("title: 'Mine'", "title: 'Further'"));
    expect((await baton('deploy', file)).output).toContain('pipeline welcome deployed');
    expect(await welcome()).toMatchObject({ title: 'Further' });
    expect(await baton('pull', 'welcome', '--into', 'welcome.yaml')).toMatchObject({ code: 2 });
    expect((await baton('pull', 'price-check', '--into', file)).output).toContain(
      'defines no pipeline price-check',
    );
    const whole = await baton('pull', 'welcome');
    await write(whole.output);
    expect((await baton('deploy', file)).output).toContain('pipeline welcome is unchanged');
  },
);
