import { expect, it } from 'vitest';
import { createLocator } from '../../../web/src/document/locate.ts';
import { parsePath } from '../../../web/src/document/path.ts';

const text = `name: desk
nodes:
  - id: look
    kind: tool
    args: { symbol: SPX }
  - { id: ask, kind: approval }
`;
const locate = createLocator(text);
const found = (path: string) => {
  const { from, to } = locate(parsePath(path));
  return text.slice(from, to);
};

it.each([
  ['nodes[0].args.symbol', 'SPX'],
  ['nodes[1].kind', 'approval'],
  ['nodes[1]', '{ id: ask, kind: approval }'],
  ['name', 'desk'],
])('finds %s', (path, expected) => {
  expect(found(path)).toBe(expected);
});

it.each([
  ['nodes[0].tool', 'id'],
  ['nodes[0].args.interval', 'symbol'],
  ['edges[3].to', 'name'],
  ['', 'name: desk'],
])('shows %s, which is not there, at what would hold it', (path, expected) => {
  expect(found(path)).toBe(expected);
});

it('finds something in any text', () => {
  for (const odd of ['', 'x', '- 1', '{', 'a: [']) {
    const { from, to } = createLocator(odd)(parsePath('nodes[2].tool'));
    expect(from).toBeGreaterThanOrEqual(0);
    expect(to).toBeLessThanOrEqual(odd.length);
  }
});
