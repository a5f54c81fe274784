import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rememberedTypeProblems } from '../../../workers/tool-sources/open-tool-sources.ts';

const remembered = join(import.meta.dirname, '../../../node_modules/.cache/baton/tool-types');
const namesIn = async () => readdir(remembered).catch((): string[] => []);

test('what was remembered in part, as by a process that died while it wrote, is found again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baton-tools-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const before = await namesIn();
  expect(await rememberedTypeProblems(folder, [])).toEqual([]);
  const added = (await namesIn()).filter((name) => !before.includes(name));
  expect(added).not.toEqual([]);
  await Promise.all(added.map((name) => writeFile(join(remembered, name), '[{"file":')));
  expect(await rememberedTypeProblems(folder, [])).toEqual([]);
});
