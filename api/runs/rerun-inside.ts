import { childKeyOf } from '../../contracts/pipelines/child-of.ts';
import type { Pipeline } from '../../contracts/pipelines/pipeline.ts';
import { planRetry } from '../../contracts/runs/retry.ts';
import type { NodeState } from '../../contracts/runs/run.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import type { Services } from '../services.ts';
import type { PlannedRetry } from './plan-retry.ts';

/**
 * The paths of the nodes inside of child pipelines that a retry from one of them runs again, as the children themselves
 * plan it when they begin.
 */
export async function rerunInside(
  { runs }: Pick<Services, 'runs'>,
  run: RunRow,
  { compiled, retry }: PlannedRetry,
): Promise<string[]> {
  const paths: string[] = [];
  let pipeline: Pipeline | undefined = compiled.pipeline;
  let { inside } = retry;
  let above = '';
  while (inside) {
    const { node: id, item, from }: typeof inside = inside;
    const node: Pipeline['nodes'][number] | undefined = pipeline?.nodes.find(
      (one) => one.id === id,
    );
    const name: string | undefined = node && childKeyOf(node);
    pipeline = name === undefined ? undefined : compiled.pipelines[name];
    const path = `${above}${id}${item}`;
    const ended = await endedChild(path);
    if (!pipeline || !ended) return paths;
    const plan = planRetry(pipeline, ended, { of: run.id, from });
    const stays = new Set([...plan.kept.map((state) => state.id), ...plan.continued]);
    for (const one of pipeline.nodes) if (!stays.has(one.id)) paths.push(`${path}/${one.id}`);
    ({ inside } = plan);
    above = `${path}/`;
  }
  return paths;

  /** How a child ended last, in the run or in one that it retries. */
  async function endedChild(path: string): Promise<NodeState[] | undefined> {
    let of: string | null | undefined = run.id;
    while (of) {
      const nodes = await runs.childNodes(of, path);
      if (nodes) return nodes;
      of = (await runs.get(of))?.retryOf;
    }
    return undefined;
  }
}
