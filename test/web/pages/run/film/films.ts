import type {
  ApprovalView,
  NodeView,
  RunView,
  StepView,
} from '../../../../../contracts/api/index.ts';
import type { PipelineEdge } from '../../../../../contracts/pipelines/pipeline.ts';
import type { FilmData } from '../../../../../web/src/pages/run/film/film.ts';
import { nodeOf } from '../steps.ts';

export const instant = (time: number) => new Date(time).toISOString();

/** A node that was at work from `start` to `end`; one without an end still is. */
export function nodeFrom(
  id: string,
  start: number,
  end: number | null,
  rest: Partial<NodeView> = {},
): NodeView {
  return nodeOf(id, {
    status: end === null ? 'running' : 'completed',
    startedAt: instant(start),
    endedAt: end === null ? null : instant(end),
    ...(end !== null && { port: 'out', output: { of: id } }),
    ...rest,
  });
}

/** What the page has of a run from 0 on. */
export function dataOf(given: {
  nodes?: NodeView[];
  edges?: PipelineEdge[];
  steps?: StepView[];
  approvals?: Partial<ApprovalView>[];
  run?: Partial<RunView>;
  end?: number | null;
}): FilmData {
  const { nodes = [], edges = [], steps = [], approvals = [], run, end = null } = given;
  const document = { name: 'a-pipeline', nodes: [], edges };
  return {
    run: {
      id: 'run_1',
      status: end === null ? 'in_progress' : 'completed',
      createdAt: instant(0),
      startedAt: instant(0),
      endedAt: end === null ? null : instant(end),
      nodes,
      document,
      output: end === null ? null : { all: 'done' },
      error: null,
      interrupted: [],
      failovers: [],
      effects: [],
      ...run,
    } as unknown as RunView,
    steps,
    approvals: approvals.map((approval) => approvalOf(approval)),
    children: new Map(),
  };
}

function approvalOf(given: Partial<ApprovalView>): ApprovalView {
  const approval = {
    id: 'run_1.confirm',
    nodePath: 'confirm',
    title: 'Approve it',
    status: 'pending',
    voices: [],
    approvedBy: [],
    refusals: [],
    decision: null,
    requestedAt: instant(0),
    expiresAt: instant(1_000_000),
    ...given,
  };
  return approval as unknown as ApprovalView;
}
