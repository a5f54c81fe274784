import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryOver, matchLines } from '../../../web/src/document/carry-over.ts';

/** The length of the longest common subsequence, by its definition. */
function longest(a: string[], b: string[]): number {
  const row = Array.from({ length: b.length + 1 }, () => 0);
  for (const line of a) {
    let diagonal = 0;
    for (const [index, other] of b.entries()) {
      const above = row[index + 1]!;
      row[index + 1] = line === other ? diagonal + 1 : Math.max(above, row[index]!);
      diagonal = above;
    }
  }
  return row.at(-1)!;
}

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 20 });

describe('lines of two texts', () => {
  it('are matched in order, each with an equal one, and as many as can be', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const matches = matchLines(before, after) ?? [];
        const pairs = [...matches.entries()].filter(([, match]) => match !== undefined);
        const places = pairs.map(([, match]) => match!);
        expect(places).toEqual(places.toSorted((x, y) => x - y));
        expect(new Set(places).size).toBe(places.length);
        for (const [line, match] of pairs) expect(before[line]).toBe(after[match!]);
        expect(pairs).toHaveLength(longest(before, after));
      }),
    );
  });

  it('are not compared where too many differ', () => {
    const many = (word: string) => Array.from({ length: 400 }, (_, line) => `${word} ${line}`);
    expect(matchLines(many('a'), many('b'))).toBeUndefined();
  });
});

describe('a change that is carried over', () => {
  it('leaves the lines beside it as they were written', () => {
    const written = 'a:   1\n\nb: [x]\nc: 3';
    const normal = 'a: 1\n\nb: [ x ]\nc: 3';
    const changed = 'a: 1\n\nb: [ x ]\nc: 4';
    expect(carryOver(written, normal, changed)).toBe('a:   1\n\nb: [x]\nc: 4');
  });

  it('is the whole change where nothing was written another way', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const [written, changed] = [before.join('\n'), after.join('\n')];
        expect(carryOver(written, written, changed)).toBe(changed);
      }),
    );
  });

  it('is none where nothing changes', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const [written, normal] = [before.join('\n'), after.join('\n')];
        expect(carryOver(written, normal, normal)).toBe(written);
      }),
    );
  });
});
