import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBefore } from './support/earlier.ts';

let earlier: Awaited<ReturnType<typeof openBefore>>;
beforeAll(async () => {
  earlier = await openBefore('0031_authors_of_versions');
});
afterAll(() => earlier.close());

test('versions of earlier releases are numbered in the order in which they were saved, without an author', async () => {
  const content = { document: '{}', source: 'user' };
  const version = (name: string, hash: string, day: number) => ({
    ...content,
    name,
    hash,
    saved_at: new Date(Date.UTC(2026, 0, day)),
  });
  const { pipeline_versions: versions } = await earlier.upgraded({
    pipelines: ['desk', 'look'].map((name) => ({ ...content, name, hash: 'b' })),
    pipeline_versions: [version('desk', 'a', 2), version('desk', 'b', 1), version('look', 'b', 3)],
  });
  const unknown = { author: null, saved_by: null, note: null };
  expect(versions).toHaveLength(3);
  expect(versions).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'desk', hash: 'b', number: 1, ...unknown }),
      expect.objectContaining({ name: 'desk', hash: 'a', number: 2, ...unknown }),
      expect.objectContaining({
        name: 'look',
        hash: 'b',
        number: 1,
        created_at: new Date(Date.UTC(2026, 0, 3)),
        ...unknown,
      }),
    ]),
  );
});
