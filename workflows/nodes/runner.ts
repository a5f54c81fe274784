import type { Marked } from '../../contracts/activities/index.ts';
import type { Taint } from '../../contracts/tools/taint.ts';
import type { ExpressionContext } from '../../contracts/expressions/index.ts';
import type { Output } from '../../contracts/base/artifact.ts';
import type { NodeKindName, NodeOf } from '../../contracts/pipelines/nodes/index.ts';
import type { RunPipelineInput } from '../../contracts/runs/run-input.ts';
import type { InsideChild } from '../../contracts/runs/retry.ts';
import type { NodeState } from '../../contracts/runs/run.ts';
import type { Approvals } from '../calls/approvals.ts';
import type { Waits } from '../children/waits.ts';

/** What a node is given to run with. */
export type NodeContext = {
  run: RunPipelineInput;
  /** Ids from the run's root to this node, joined by `/`. */
  nodePath: string;
  /** Counted from 1; above 1 when the node is tried again. */
  attempt: number;
  scope: ExpressionContext;
  approvals: Approvals;
  /** What waits for a person in the children of the run. */
  waits: Waits;
  /** The node as people see it; its time limit stands still while it is `waiting`. */
  state: NodeState;
  /** The sources of untrusted content that the node receives: from the run's input and from the nodes before it. */
  taint: Taint;
  /** Those of them that no person has approved since. */
  unapproved: Taint;
  /** The approval nodes on the way here, in this pipeline, that a person has approved. */
  approved: ReadonlySet<string>;
  /** The retried run, if the node continues its work from there. */
  continues?: string | undefined;
  /** Of a child pipeline that does: what in it runs again. */
  inside?: InsideChild | undefined;
  /** Of a loop that goes on: what is left of its money, in US dollars, after the rounds that it keeps. */
  leftUsd?: number | undefined;
  /** Outputs of the nodes that lead here and have arrived, by id. */
  arrived: Record<string, Output>;
};

/**
 * The result of a node: its output, the port that it leaves through if not the first, and the sources of untrusted
 * content that it read.
 */
export type NodeResult = {
  output: Output;
  port?: string;
  /** Those of the sources that no person has approved within the node. Default: all of them. */
  unapproved?: string[];
  /** The accounts of budgets that did not allow a call within it, after which it went on. */
  overBudget?: string[];
} & Marked;

export type NodeRunner<Kind extends NodeKindName> = (
  node: NodeOf<Kind>,
  context: NodeContext,
) => NodeResult | Promise<NodeResult>;
