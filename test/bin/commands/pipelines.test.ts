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

  it('lists every mistake with its place and a fix', async () => {
    const { code, output } = await validate(
      'name: One\nnodes: [{ id: a, kind: tool, tool: get_prise }]',
    );
    expect(code).toBe(1);
    expect(output).toMatch(/^name: /m);
    expect(output).toMatch(/^nodes\[0\]\.tool: .*did you mean get_price\?$/m);
    expect(output).toMatch(/^2 mistakes\.$/m);
  });

  it('says where a file cannot be read', async () => {
    const { code, warnings } = await validate('name: [');
    expect(code).toBe(1);
    expect(warnings).toMatch(/line 1, column/);
  });
});
