import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { learningEnvironment } from '../../../../activities/trading/learning/env.ts';
import { readModel, writeModel } from '../../../../activities/trading/learning/model-files.ts';
import { modelFolders } from '../../../../activities/trading/learning/model-folders.ts';
import { trainModel } from '../../../../activities/trading/learning/model.ts';
import { leaningBars, seriesOf } from './support.ts';

const foldersOf = (env: Record<string, string>) => modelFolders(learningEnvironment.parse(env));

describe('the folders of models', () => {
  test('are one within the data, and where they used to be', () => {
    expect(foldersOf({ BATON_DATA: '/data' })).toEqual(['/data/ml-models', '.baton/ml-models']);
    expect(foldersOf({})).toEqual(['.baton/ml-models']);
    expect(foldersOf({ BATON_DATA: './.baton/' })).toHaveLength(1);
  });

  test('are the one that is set, and no other', () => {
    expect(foldersOf({ BATON_DATA: '/data', BATON_ML_MODELS: '/models' })).toEqual(['/models']);
  });
});

describe('a model', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'baton-folders-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('is read from the first folder that has it', async () => {
    const [own, former] = [join(folder, 'own'), join(folder, 'former')];
    const model = trainModel(seriesOf(leaningBars(1_000, 0.5)), { horizon: 2, now: new Date(0) });
    const read = async () => (await readModel([own, former], 'ABC', '1d'))?.trainedAt;
    expect(await read()).toBeUndefined();
    await writeModel(former, { ...model, trainedAt: '2024-01-01T00:00:00.000Z' });
    expect(await read()).toBe('2024-01-01T00:00:00.000Z');
    await writeModel(own, { ...model, trainedAt: '2025-01-01T00:00:00.000Z' });
    expect(await read()).toBe('2025-01-01T00:00:00.000Z');
  });
});
