import type { NodeView, RunView } from '../../../../contracts/api/index.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { statusLooks } from '../../components/runs/status.tsx';
import type { StatusLook } from '../../components/runs/status.tsx';
import { isWithin, plainPath } from '../../api/node-paths.ts';
import { texts } from './texts.ts';

/** The status of a node as people see it, with a sentence if there is more to say. */
export type NodeStatusLook = StatusLook & { note?: string };

const rejected: StatusLook = { label: texts.status.rejected, colour: 'var(--bad)' };
const expired: StatusLook = { label: texts.status.expired, colour: 'var(--bad)' };
/** An interrupted agent waits for nobody's decision. */
export const interrupted: StatusLook = { label: texts.status.interrupted, colour: 'var(--accent)' };

/**
 * The status of a node, or that a person rejected or that an agent in it is interrupted.
 * @param agents the interrupted agents of the run
 * @param nodePath from the run's root
 */
export function nodeStatusLook(
  node: NodeView | undefined,
  { nodePath, agents }: { nodePath: string; agents: RunView['interrupted'] },
): NodeStatusLook {
  if (!node) return statusLooks.pending;
  const isStill = agents.some((agent) => isWithin(plainPath(agent.nodePath), plainPath(nodePath)));
  if (isStill && node.status === 'waiting') return interrupted;
  const look = rejectionOf(node) ?? statusLooks[node.status];
  if (node.keptFrom === undefined) return look;
  return { ...look, label: texts.status.kept, note: texts.status.keptFrom(node.keptFrom) };
}

/** Who rejected at an approval, and why; undefined if nobody did. */
export function rejectionOf({ kind, status, port, output }: NodeView): NodeStatusLook | undefined {
  if (kind !== 'approval' || status !== 'completed' || port !== 'rejected') return undefined;
  const { decision, by, comment } = isJsonObject(output) ? output : {};
  if (decision === 'expired') return expired;
  const who = typeof by === 'string' ? texts.status.rejectedBy(by) : texts.status.rejected;
  return { ...rejected, note: typeof comment === 'string' && comment ? `${who}: ${comment}` : who };
}
