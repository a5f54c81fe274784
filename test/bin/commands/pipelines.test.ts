import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey } from '../../api/support/app.ts';
import { openTestServer, startCommand } from './support.ts';
import type { TestServer } from './support.ts';

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await openTestServer();
  folder = await mkdtemp(join(tmpdir(), 'baton-validate-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function validate(text: string, ...options: string[]) {
  const file = join(folder, 'pipeline.yaml');
  await writeFile(file, text);
  return server.baton('validate', file, ...options).ended;
}

describe('baton pipelines', () => {
  it('lists the pipelines with the options that give their input', async () => {
    const { code, output } = await server.baton('pipelines').ended;
    expect(code).toBe(0);
    expect(output).toMatch(
      /^price-check .*--input symbol=….*\[--input limit=10\].*Check a price$/m,
    );
  });
});

describe('baton pipelines on a terminal', () => {
  const onTerminal = () =>
    startCommand(['pipelines'], {
      env: { BATON_URL: server.address, BATON_API_KEY: apiKey },
      columns: 80,
    }).ended;

  it('gives the options a line of their own', async () => {
    const { code, output } = await onTerminal();
    expect(code).toBe(0);
    expect(output).toMatch(
      /^price-check +Check a price\n {4}--input symbol=….*\[--input limit=10\]/m,
    );
  });

  it('keeps within its width and cuts long presets, which are whole elsewhere', async () => {
    const grid = Array.from({ length: 30 }, (_, index) => index);
    const { status } = await server.post('/api/v1/pipelines', {
      name: 'sweep',
      title: 'Try many',
      inputs: {
        type: 'object',
        properties: {
          grid: { type: 'array', default: grid },
          timeframe: { type: 'string', default: '1d' },
          outOfSample: { type: 'number', default: 0.3 },
        },
      },
      nodes: [{ id: 'a', kind: 'transform', value: 1 }],
    });
    expect(status).toBe(201);
    const lines = (await onTerminal()).output.split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines).toContainEqual(expect.stringMatching(/^ {4}\[--input grid=\[0,1,2,.*…\]/));
    const { output } = await server.baton('pipelines').ended;
    expect(output).toContain(`[--input grid=${JSON.stringify(grid)}]`);
  });
});

describe('baton validate', () => {
  it('says that a document can run', async () => {
    const { code, output } = await validate(
      'name: one\nnodes: [{ id: a, kind: transform, value: 1 }]',
    );
    expect(code).toBe(0);
    expect(output).toMatch(/^ok /);
  });

  it('lists every mistake by line, with its place, its node and a fix', async () => {
    const { code, output } = await validate(
      'nodes:\n  - id: a\n    kind: tool\n    tool: get_prise\nname: One',
    );
    expect(code).toBe(1);
    const [first, second, ...rest] = output.split('\n');
    expect(first).toMatch(
      /pipeline\.yaml:4 {2}nodes\[0\] \(a\)\.tool: .*did you mean get_price\?$/,
    );
    expect(second).toMatch(/pipeline\.yaml:5 {2}name: /);
    expect(rest).toEqual(['2 problems.']);
  });

  it('says what of a document that can run is worth a second look', async () => {
    const { code, output } = await validate(
      'name: one\nnodes:\n  - { id: a, kind: agent, agent: research, task: Look }\n' +
        '  - id: b\n    kind: tool\n    tool: cancel_paper_order\n    args: { clientOrderId: "{{ nodes.a.output.report }}" }\n' +
        'edges: [{ from: a, to: b }]',
    );
    expect(code, output).toBe(0);
    const [first, second, ...rest] = output.split('\n');
    expect(first).toMatch(/^ok /);
    expect(second).toMatch(
      /^warning .*pipeline\.yaml:6 {2}nodes\[1\] \(b\)\.tool: cancel_paper_order .*a \(.*search_news.*put an approval before it/,
    );
    expect(rest).toEqual([]);
  });

  it('warns of what the user who would run it may not call', async () => {
    await server.services.users.put('joe', { deniedTools: ['get_price'] });
    const { code, output } = await validate(
      'name: one\nnodes:\n  - id: a\n    kind: tool\n    tool: get_price\n    args: { symbol: SPX }',
      '--user',
      'joe',
    );
    expect(code, output).toBe(0);
    expect(output).toMatch(
      /^warning .*pipeline\.yaml:3 {2}nodes\[0\] \(a\): get_price is denied for user joe/m,
    );
  });

  it('says where a file cannot be read', async () => {
    const { code, warnings } = await validate('name: [');
    expect(code).toBe(1);
    expect(warnings).toMatch(/pipeline\.yaml is not a valid document: .*line 1, column/);
  });
});
