import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../contracts/base/json.ts';
import {
  addNode,
  placeNodes,
  removeNodes,
  setInNode,
} from '../../../web/src/document/edits/nodes.ts';
import { patchText } from '../../../web/src/document/patch-text.ts';
import { readText } from '../../../web/src/document/read-text.ts';
import { setAt } from '../../../web/src/document/set-at.ts';
import { writeText } from '../../../web/src/document/write-text.ts';

function read(text: string): Json {
  const result = readText(text);
  if (result.fault) throw new Error(result.fault.message);
  return result.document;
}

const edit = (text: string, change: (document: Json) => Json) =>
  patchText(text, change(read(text)));
const lines = (text: string) => text.split('\n');

const small = `# a pipeline of two
name: small # short

nodes:
  # asks for the price
  - id: price
    kind: tool
    tool: 'get_price' # free
  # and looks at it
  - { id: look, kind: condition, when: 'nodes.price.output.price > 1' }
edges:
  - { from: price, to: look } # straight on
layout:
  price: { x: 0, y: 0 }
  look: { x: 280, y: 0 }
`;

describe('a text that is patched', () => {
  it('says the same as what it is patched to, whatever was there', () => {
    // As it comes back from JSON, which has no -0.
    const member = fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as Json);
    fc.assert(
      fc.property(member, member, (before, after) => {
        expect(read(patchText(writeText(before), after))).toEqual(after);
      }),
    );
  });

  it('does not change where nothing does', () => {
    expect(edit(small, (document) => document)).toBe(small);
  });

  it.each(['research-to-trading', 'analyst-team', 'leader-decision', 'delegated-trading'])(
    'keeps every comment of %s when a node moves and another is added',
    async (name) => {
      const text = await readFile(`pipelines/${name}.yaml`, 'utf8');
      const edited = edit(text, (document) => {
        const id = Object.keys((document as { layout: object }).layout)[0]!;
        const moved = placeNodes(document, { [id]: { x: 7, y: 9 } });
        return addNode(moved, { id: 'added', kind: 'transform', value: 1 }, { x: 1, y: 2 });
      });
      const comments = (from: string) => lines(from).filter((line) => /^\s*#/.test(line));
      expect(comments(edited)).toEqual(comments(text));
      expect(edited).toContain('{ x: 7, y: 9 }');
      expect(edited).toContain('added: { x: 1, y: 2 }');
    },
  );

  it.each(['research-to-trading', 'analyst-team', 'leader-decision', 'delegated-trading'])(
    'leaves every line of %s as it is written but the one that changes',
    async (name) => {
      const text = await readFile(`pipelines/${name}.yaml`, 'utf8');
      const edited = edit(text, (document) => {
        const { nodes } = document as { nodes: { id: string; title: string }[] };
        return setInNode(document, nodes[1]!.id, ['title'], 'Another title');
      });
      const changed = lines(edited).filter((line, index) => line !== lines(text)[index]);
      expect(changed).toEqual(['    title: Another title']);
    },
  );

  it('has quotes only as long as they are needed', () => {
    const typed = ['Look at ', 'Look at it: ', 'Look at it: now'].reduce(
      (text, task) => edit(text, (document) => setInNode(document, 'price', ['task'], task)),
      small,
    );
    expect(typed).toContain("task: 'Look at it: now'");
    const shorter = edit(typed, (document) => setInNode(document, 'price', ['task'], 'Look "now"'));
    expect(shorter).toContain('task: Look "now"');
  });

  it('changes the line of a setting alone', () => {
    const edited = edit(small, (document) => setInNode(document, 'price', ['tool'], 'get_ohlcv'));
    expect(edited).toBe(small.replace("'get_price'", 'get_ohlcv'));
  });

  it('takes the comment above a node away with it, and leaves those of others', () => {
    const edited = edit(small, (document) => removeNodes(document, ['look']));
    expect(edited).toContain('# asks for the price');
    expect(edited).not.toContain('# and looks at it');
    expect(edited).toContain('# a pipeline of two');
  });

  it('writes a new thing as those beside it are written', () => {
    const edited = edit(small, (document) =>
      setAt(document, ['edges', 1], { from: 'look', port: 'yes', to: 'end' }),
    );
    expect(edited).toContain('  - { from: look, port: yes, to: end }');
    expect(edited).toContain('# straight on');
  });

  it('fills what was empty with blocks, not with one long line', () => {
    const edited = patchText('name: a\nnodes: []\nlayout: {}\n', {
      name: 'a',
      nodes: [{ id: 'one', kind: 'transform', value: 1 }],
      layout: { one: { x: 1, y: 2 } },
    });
    expect(edited).toBe(
      'name: a\nnodes:\n  - id: one\n    kind: transform\n    value: 1\nlayout:\n  one: { x: 1, y: 2 }\n',
    );
  });

  it('says the right thing where one place stood for another', () => {
    const text = 'a: &shared { x: 1 }\nb: *shared\n';
    expect(read(patchText(text, { a: { x: 2 }, b: { x: 1 } }))).toEqual({
      a: { x: 2 },
      b: { x: 1 },
    });
  });

  it('says the right thing where an anchor is used by what stays', () => {
    const text = 'a: &shared { x: 1, y: 2 }\nb: { <<: 1, c: *shared }\nd: *shared\n';
    const next = { a: { x: 5, y: 2 }, b: { c: { x: 1, y: 2 } }, d: 3 };
    expect(read(patchText(text, next))).toEqual(next);
  });

  it('says the right thing where what a list refers to is replaced', () => {
    const text = 'a: &shared { x: 1 }\nb:\n  - *shared\n';
    expect(read(patchText(text, { a: 1, b: [{ x: 1 }] }))).toEqual({ a: 1, b: [{ x: 1 }] });
  });

  it('still refers to one place from another where something else changes', () => {
    const text = 'a: &shared { x: 1 }\nb: *shared\nm: 0\nc: 1\n';
    expect(edit(text, (document) => setAt(document, ['c'], 2))).toBe(text.replace('c: 1', 'c: 2'));
  });

  it('keeps the comment above a value that becomes one of another kind', () => {
    const text = 'name: a\ntask:\n  # what it looks at\n  - SPX\n';
    const edited = patchText(text, { name: 'a', task: { of: 'SPX' } });
    expect(edited).toContain('# what it looks at');
    expect(read(edited)).toEqual({ name: 'a', task: { of: 'SPX' } });
  });

  it('writes what becomes empty as `{}`', () => {
    expect(patchText('name: a\nlayout:\n  x: 1\n', { name: 'a', layout: {} })).toBe(
      'name: a\nlayout: {}\n',
    );
  });

  it('goes on rightly after a text that could not be patched', () => {
    const first = edit(small, (document) => setAt(document, ['name'], 'other'));
    patchText('nodes: [1, 2', { name: 'a' });
    expect(edit(first, (document) => document)).toBe(first);
    expect(edit(small, (document) => document)).toBe(small);
  });

  it('is written again where it cannot be read', () => {
    expect(patchText('nodes: [1, 2', { name: 'a' })).toBe('name: a\n');
  });
});

describe('a text that is read', () => {
  it('says where it broke', () => {
    const { fault } = readText('name: a\nnodes: [1, 2\n');
    expect(fault?.message).toMatch(/flow sequence/i);
    expect(fault?.from).toBeGreaterThan(7);
  });

  it('is not unfolded where it grows without end', () => {
    const layers = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let depth = 1; depth < 9; depth += 1) {
      const aliases = Array.from({ length: 9 }, () => `*a${depth - 1}`).join(', ');
      layers.push(`a${depth}: &a${depth} [${aliases}]`);
    }
    expect(readText(layers.join('\n')).fault?.message).toContain('alias');
  });
});
