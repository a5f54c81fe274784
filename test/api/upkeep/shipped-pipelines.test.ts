import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeShippedPipelines } from '../../../api/upkeep/upkeep.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
let folder: string;

beforeAll(async () => {
  test = await openTestApp();
  folder = await mkdtemp(join(tmpdir(), 'baton-pipelines-'));
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const write = (name: string, nodes: object[]) =>
  writeFile(join(folder, `${name}.yaml`), JSON.stringify({ name, nodes }));
const two = { id: 'two', kind: 'transform', value: 2 };
const stored = (name: string) => test.services.pipelines.get(name);

describe('the pipelines that come with Baton', () => {
  it('may run each other, whichever is read first', async () => {
    await write('a-outer', [{ id: 'inner', kind: 'pipeline', pipeline: 'b-inner' }]);
    await write('b-inner', [two]);
    expect(await storeShippedPipelines(test.services, folder)).toEqual([]);
    expect(await stored('a-outer')).toMatchObject({ source: 'shipped' });
  });

  it('replace what an older version has stored', async () => {
    await write('b-inner', [{ ...two, value: 3 }]);
    await storeShippedPipelines(test.services, folder);
    expect((await stored('b-inner'))?.document.nodes).toMatchObject([{ value: 3 }]);
  });

  it("leave a user's own of the same name alone", async () => {
    const own = await stored('b-inner');
    if (!own) throw new Error('b-inner is not stored');
    await test.services.pipelines.put({ ...own, source: 'user' });
    await write('b-inner', [two]);
    await storeShippedPipelines(test.services, folder);
    expect(await stored('b-inner')).toMatchObject({ source: 'user', hash: own.hash });
  });

  it('are not stored with a mistake, which is told', async () => {
    await write('c-wrong', [{ id: 'x', kind: 'tool', tool: 'get_prise' }]);
    expect(await storeShippedPipelines(test.services, folder)).toEqual([
      expect.stringMatching(/^c-wrong\.yaml: nodes\[0\]\.tool .*did you mean get_price\?/),
    ]);
    expect(await stored('c-wrong')).toBeUndefined();
  });
});

describe('the documents in pipelines/', () => {
  it('are all without a mistake', async () => {
    expect(await storeShippedPipelines(test.services, 'pipelines')).toEqual([]);
  });
});
