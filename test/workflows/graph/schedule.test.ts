import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PipelineNode } from '../../../contracts/pipelines/nodes/index.ts';
import type { PipelineEdge } from '../../../contracts/pipelines/pipeline.ts';
import { createSchedule } from '../../../workflows/graph/schedule.ts';

type Outcome = 'yes' | 'no' | 'fails';

const condition = (id: string): PipelineNode => ({
  id,
  kind: 'condition',
  when: 'true',
  onError: 'continue',
});
const join = (
  id: string,
  rest: Partial<Extract<PipelineNode, { kind: 'join' }>>,
): PipelineNode => ({
  id,
  kind: 'join',
  mode: 'all',
  onError: 'fail',
  ...rest,
});

/** Drives a schedule to its end, settling the running nodes in the order that `pick` gives. */
function drive(
  nodes: PipelineNode[],
  edges: PipelineEdge[],
  outcomes: Map<string, Outcome>,
  pick: (running: string[]) => number,
) {
  const schedule = createSchedule({ nodes, edges });
  const running = schedule.roots();
  const ran = [...running];
  const skipped: string[] = [];
  const failed: string[] = [];
  const settled: string[] = [];
  const violations: string[] = [];
  const take = (next: ReturnType<typeof schedule.settle>) => {
    for (const id of next.run) {
      const open = edges.filter(
        ({ from, to }) => to === id && !settled.includes(from) && !skipped.includes(from),
      );
      const isJoin = nodes.find((node) => node.id === id)?.kind === 'join';
      if (open.length > 0 && !isJoin && !next.skipped.includes(open[0]?.from ?? '')) {
        violations.push(`${id} ran before ${open.map(({ from }) => from).join()}`);
      }
    }
    running.push(...next.run);
    ran.push(...next.run);
    skipped.push(...next.skipped);
    failed.push(...next.failed);
  };
  while (running.length > 0) {
    const [id] = running.splice(pick(running) % running.length, 1);
    if (id === undefined) break;
    settled.push(id);
    const outcome = outcomes.get(id) ?? 'yes';
    const port = outcome === 'fails' ? 'yes' : outcome;
    take(schedule.settle(id, { port, failed: outcome === 'fails' }));
  }
  return { ran, skipped, failed, violations };
}

/** A random acyclic graph of conditions: an edge always leads from a lower to a higher number. */
const graphs = fc.integer({ min: 2, max: 12 }).chain((size) =>
  fc.record({
    nodes: fc.constant(Array.from({ length: size }, (_, index) => condition(`n${index}`))),
    edges: fc.uniqueArray(
      fc
        .tuple(fc.nat(size - 2), fc.nat(size - 2), fc.constantFrom('yes', 'no', undefined))
        .map(([a, b, port]) => [Math.min(a, b), Math.max(a, b) + 1, port] as const)
        .map(([from, to, port]) => ({
          from: `n${from}`,
          to: `n${to}`,
          ...(port !== undefined && { port }),
        })),
      { maxLength: 30, selector: ({ from, to, port }) => `${from} ${port ?? 'yes'} ${to}` },
    ),
    outcomes: fc
      .array(fc.constantFrom<Outcome>('yes', 'no', 'fails'), { minLength: size, maxLength: size })
      .map((list) => new Map(list.map((outcome, index) => [`n${index}`, outcome]))),
    order: fc.infiniteStream(fc.nat(100)),
  }),
);

describe('the schedule', () => {
  it('decides every node once: each runs or is skipped, whatever the order of endings', () => {
    fc.assert(
      fc.property(graphs, ({ nodes, edges, outcomes, order }) => {
        const { ran, skipped, violations } = drive(
          nodes,
          edges,
          outcomes,
          () => order.next().value ?? 0,
        );
        expect(violations).toEqual([]);
        expect([...ran, ...skipped].toSorted()).toEqual(nodes.map(({ id }) => id).toSorted());
      }),
    );
  });

  it('runs the same nodes in whatever order they end', () => {
    fc.assert(
      fc.property(graphs, ({ nodes, edges, outcomes, order }) => {
        const first = drive(nodes, edges, outcomes, () => 0);
        const other = drive(nodes, edges, outcomes, () => order.next().value ?? 0);
        expect(other.ran.toSorted()).toEqual(first.ran.toSorted());
      }),
    );
  });

  it('runs a node exactly when a branch into it was taken by a node that ran', () => {
    fc.assert(
      fc.property(graphs, ({ nodes, edges, outcomes }) => {
        const { ran } = drive(nodes, edges, outcomes, () => 0);
        for (const { id } of nodes) {
          const into = edges.filter(({ to }) => to === id);
          const taken = into.some(({ from, port }) => {
            const left = outcomes.get(from) === 'no' ? 'no' : 'yes';
            return ran.includes(from) && (port ?? 'yes') === left;
          });
          expect(ran.includes(id)).toBe(into.length === 0 || taken);
        }
      }),
    );
  });
});

describe('a join', () => {
  const branches = ['a', 'b', 'c'];
  const edges = branches.map((from) => ({ from, to: 'join' }));
  const withJoin = (rest: Parameters<typeof join>[1]) =>
    createSchedule({ nodes: [...branches.map(condition), join('join', rest)], edges });
  const arrives = { port: 'yes', failed: false };
  const fails = { port: 'yes', failed: true };
  const leavesOtherwise = { port: 'no', failed: false };

  it('of mode all waits for every branch and leaves skipped ones out', () => {
    const schedule = withJoin({});
    expect(schedule.settle('a', arrives).run).toEqual([]);
    expect(schedule.settle('b', leavesOtherwise).run).toEqual([]);
    expect(schedule.settle('c', arrives).run).toEqual(['join']);
  });

  it('of mode any runs at the first branch, and only once', () => {
    const schedule = withJoin({ mode: 'any' });
    expect(schedule.settle('a', fails).run).toEqual([]);
    expect(schedule.settle('b', arrives).run).toEqual(['join']);
    expect(schedule.settle('c', arrives).run).toEqual([]);
  });

  it('of mode quorum fails as soon as the quorum cannot be reached', () => {
    const schedule = withJoin({ mode: 'quorum', quorum: 2 });
    expect(schedule.settle('a', arrives).failed).toEqual([]);
    expect(schedule.settle('b', fails).failed).toEqual([]);
    expect(schedule.settle('c', fails).failed).toEqual(['join']);
  });

  it('of mode best_effort runs at its deadline with what has arrived', () => {
    const schedule = withJoin({ mode: 'best_effort', deadline: '1s' });
    expect(schedule.settle('a', arrives).deadlines).toEqual(['join']);
    expect(schedule.settle('b', arrives).deadlines).toEqual([]);
    expect(schedule.deadline('join').run).toEqual(['join']);
  });

  it('of mode all fails when its deadline passes first', () => {
    const schedule = withJoin({ deadline: '1s' });
    schedule.settle('a', arrives);
    expect(schedule.deadline('join').failed).toEqual(['join']);
  });

  it('is skipped when every branch went elsewhere', () => {
    const schedule = withJoin({ mode: 'quorum', quorum: 2 });
    schedule.settle('a', leavesOtherwise);
    schedule.settle('b', leavesOtherwise);
    expect(schedule.settle('c', leavesOtherwise).skipped).toEqual(['join']);
  });
});
