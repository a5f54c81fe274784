import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pruningOrder, retention } from '../../../activities/memory/prune.ts';
import type { MemoryOutline } from '../../../contracts/agents/memory.ts';

const now = new Date('2026-11-21T12:00:00Z');
const embedding = 'lexical/384';
const dayMs = 24 * 3_600_000;
const date = fc.integer({ min: 0, max: 400 * dayMs }).map((ms) => new Date(now.getTime() - ms));

const outline: fc.Arbitrary<MemoryOutline> = fc
  .record({
    id: fc.uuid(),
    at: date,
    recalls: fc.nat(20),
    last: date,
    relevance: fc.double({ min: 0, max: 1, noNaN: true }),
    embedding: fc.constantFrom(embedding, 'openai:small/1536'),
  })
  .map(({ last, ...rest }) => ({ ...rest, lastRecalledAt: rest.recalls > 0 ? last : null }));
const outlines = fc.uniqueArray(outline, { selector: ({ id }) => id, maxLength: 30 });

const later = (time: Date, days: number) =>
  new Date(Math.min(now.getTime(), time.getTime() + days * dayMs));

/** Each makes a memory worth no less. */
const gains: Record<string, (memory: MemoryOutline) => MemoryOutline> = {
  'is newer': (memory) => ({ ...memory, at: later(memory.at, 10) }),
  'was recalled once more': (memory) => ({
    ...memory,
    recalls: memory.recalls + 1,
    lastRecalledAt: memory.lastRecalledAt ?? memory.at,
  }),
  'was recalled later': (memory) => ({
    ...memory,
    lastRecalledAt: memory.lastRecalledAt && later(memory.lastRecalledAt, 10),
  }),
  'was more relevant': (memory) => ({ ...memory, relevance: Math.min(1, memory.relevance + 0.1) }),
};

const order = (memories: MemoryOutline[]) =>
  pruningOrder(memories, { embedding, now }).map(({ id }) => id);

describe('the order of pruning', () => {
  it.each(Object.entries(gains))(
    'never prefers a memory to another only because it %s',
    (_name, gain) => {
      fc.assert(
        fc.property(outlines, outline, fc.uuid(), (others, memory, id) => {
          const better = { ...gain(memory), id: `${id}-better` };
          const ids = order([...others, better, memory]);
          expect(retention(better, now)).toBeGreaterThanOrEqual(retention(memory, now));
          // Of two that are worth the same, their age and then their ids decide.
          fc.pre(retention(better, now) > retention(memory, now));
          expect(ids.indexOf(better.id)).toBeGreaterThan(ids.indexOf(memory.id));
        }),
      );
    },
  );

  it('is one order, whatever order the memories are given in, and loses none', () => {
    fc.assert(
      fc.property(outlines, fc.gen(), (memories, random) => {
        const shuffled = random(() =>
          fc.shuffledSubarray(memories, { minLength: memories.length }),
        );
        expect(order(shuffled)).toEqual(order(memories));
        expect(order(memories).toSorted()).toEqual(memories.map(({ id }) => id).toSorted());
      }),
    );
  });

  it('takes memories of an embedding that is not in use first', () => {
    fc.assert(
      fc.property(outlines, (memories) => {
        const isInUse = pruningOrder(memories, { embedding, now }).map(
          (memory) => memory.embedding === embedding,
        );
        expect(isInUse).toEqual(isInUse.toSorted((one, other) => Number(one) - Number(other)));
      }),
    );
  });

  it('weighs age, use and relevance alike, each from 0 to 1', () => {
    const fresh = { at: now, recalls: 0, lastRecalledAt: null, relevance: 0 };
    expect(retention(fresh, now)).toBe(1);
    const monthOld = { ...fresh, at: new Date(now.getTime() - 30 * dayMs) };
    expect(retention(monthOld, now)).toBeCloseTo(0.5);
    expect(retention({ ...monthOld, recalls: 1, lastRecalledAt: now }, now)).toBeCloseTo(1);
    expect(retention({ ...monthOld, relevance: 0.7 }, now)).toBeCloseTo(1.2);
  });
});
