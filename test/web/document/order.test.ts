import { expect, test } from 'vitest';
import { inOrder } from '../../../web/src/document/order.ts';

const edge = (from: string, to: string) => ({ from, to, port: 'done' });
const order = (ids: string[], edges: ReturnType<typeof edge>[]) =>
  inOrder(ids, edges).map(({ id }) => id);

test('each node comes after those before it, and as in the document where nothing says otherwise', () => {
  expect(order(['c', 'b', 'a'], [edge('a', 'b'), edge('b', 'c')])).toEqual(['a', 'b', 'c']);
  expect(order(['x', 'y'], [])).toEqual(['x', 'y']);
  expect(inOrder(['a', 'b'], [edge('a', 'b')])[1]).toEqual({
    id: 'b',
    after: [{ id: 'a', port: 'done' }],
  });
});

test('a circle is listed all the same', () => {
  expect(order(['a', 'b', 'c'], [edge('a', 'b'), edge('b', 'a')])).toEqual(['c', 'a', 'b']);
});
