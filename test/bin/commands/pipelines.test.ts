import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer } from './support.ts';
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

async function validate(text: string) {
  const file = join(folder, 'pipeline.yaml');
  await writeFile(file, text);
  return server.baton('validate', file).ended;
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
    expect(rest).toEqual(['2 mistakes.']);
  });

  it('says where a file cannot be read', async () => {
    const { code, warnings } = await validate('name: [');
    expect(code).toBe(1);
    expect(warnings).toMatch(/pipeline\.yaml cannot be read: .*line 1, column/);
  });
});
