import { expect, it } from 'vitest';
import { detailsInOrder } from '../../../../web/src/pages/access/log-details.ts';

it('puts what a person reads before digests', () => {
  const detail = { etag: '"4f2a"', hash: 'ab12', name: 'desk', roles: ['viewer'] };
  expect(Object.keys(detailsInOrder(detail))).toEqual(['name', 'roles', 'hash', 'etag']);
});
