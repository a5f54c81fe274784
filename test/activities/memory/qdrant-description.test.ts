import { describe, expect, it } from 'vitest';
import { createQdrantCheck, descriptions } from './qdrant-description.ts';

describe.skipIf(!descriptions)(
  "Qdrant's published description (skipped unless API_DESCRIPTIONS names its folder)",
  () => {
    const path = '/collections/c/points/query';

    it.each([
      ['a field that it does not know', { query: [1], limits: 5 }],
      ['a field of another form', { query: [1], limit: 'five' }],
      ['a condition that it does not know', { query: [1], filter: { must: [{ field: 'user' }] } }],
    ])('refuses %s', async (_what, body) => {
      const check = await createQdrantCheck();
      expect(check([{ method: 'POST', path, body }])).toHaveLength(1);
    });

    it('refuses an operation that it does not know', async () => {
      const check = await createQdrantCheck();
      expect(check([{ method: 'POST', path: '/collections/c/point', body: null }])).toHaveLength(1);
    });
  },
);
