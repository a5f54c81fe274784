import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../db/open.ts';
import { rememberingPipelines } from '../../db/remembering.ts';
import { pipelineRepository } from '../../db/repositories/catalog/pipelines.ts';
import { everyDatabase } from '../support/databases.ts';

const documentOf = (name: string, description: string) =>
  ({ name, description, inputs: {}, nodes: [], edges: [] }) as never;
const stored = (name: string, description: string) => ({
  document: documentOf(name, description),
  hash: description,
  source: 'user' as const,
  text: null,
});

describe.each(everyDatabase)('the list of pipelines on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  it('is read again once another process has written, and shared until then', async () => {
    const { list } = rememberingPipelines(pipelineRepository(database.db));
    const other = pipelineRepository(database.db);
    expect(await list()).toEqual([]);
    await other.put(stored('one', 'first'));
    await other.put(stored('two', 'first'));
    const before = await list();
    expect(before.map(({ name }) => name)).toEqual(['one', 'two']);
    expect(await list()).toBe(before);
    expect(() => Object.assign(before[0]!.document, { title: 'changed' })).toThrow(TypeError);

    await other.put(stored('one', 'second'));
    expect((await list())[0]?.document.description).toBe('second');
    await other.remove('two');
    expect((await list()).map(({ name }) => name)).toEqual(['one']);
    await other.remove('one');
    expect(await list()).toEqual([]);
  });
});
