import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StepView } from '../../../contracts/api/index.ts';
import { readSteps } from '../../../web/src/api/queries/runs.ts';
import { stepOf } from '../pages/run/steps.ts';

/** Answers as the API does, two steps a page; gives where it was asked from. */
function serve(steps: StepView[]): number[] {
  const asked: number[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    const after = Number(new URL(path, 'http://localhost').searchParams.get('after'));
    asked.push(after);
    const rest = steps.filter(({ sequence }) => sequence > after);
    const items = rest.slice(0, 2);
    const nextCursor = rest.length > 2 ? String(items[1]!.sequence) : null;
    return Response.json({ items, nextCursor });
  });
  return asked;
}

const settled = (sequence: number) => stepOf('a', `turn-${sequence}`, { sequence, output: 1 });

afterEach(() => vi.unstubAllGlobals());

describe('readSteps', () => {
  it('reads page after page', async () => {
    const steps = [1, 2, 3, 4, 5].map(settled);
    const asked = serve(steps);
    expect(await readSteps('run_1', [])).toEqual(steps);
    expect(asked).toEqual([0, 2, 4]);
  });

  it('reads on from before the first step that may still change', async () => {
    const open = stepOf('a', 'turn-2', { sequence: 2, end: null });
    const now = [settled(1), settled(2), settled(3)];
    const asked = serve(now);
    expect(await readSteps('run_1', [settled(1), open])).toEqual(now);
    expect(asked[0]).toBe(1);
  });

  it('reads a step again that has just failed, since it may be tried again', async () => {
    const failed = stepOf('a', 'turn-1', { sequence: 1, status: 'failed', end: Date.now() });
    const asked = serve([settled(1)]);
    await readSteps('run_1', [failed]);
    expect(asked).toEqual([0]);
  });

  it('does not read a step again that failed long ago', async () => {
    const failed = stepOf('a', 'turn-1', { sequence: 1, status: 'failed', end: 0 });
    const asked = serve([failed]);
    await readSteps('run_1', [failed]);
    expect(asked).toEqual([1]);
  });
});
