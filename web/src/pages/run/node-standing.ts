import type { NodeView, RunView } from '../../../../contracts/api/index.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { statusLooks } from '../../components/runs/status.tsx';
import type { StatusLook } from '../../components/runs/status.tsx';
import { isWithin, plainPath } from '../../api/node-paths.ts';
import { texts } from './texts.ts';

/** How a node stands, as people see it, with a sentence where there is more to say. */
export type NodeStanding = StatusLook & { note?: string };

const rejected: StatusLook = { label: texts.status.rejected, colour: 'var(--bad)' };
const expired: StatusLook = { label: texts.status.expired, colour: 'var(--bad)' };
/** Agents that were told to stand still wait for nobody's decision. */
export const interrupted: StatusLook = { label: texts.status.interrupted, colour: 'var(--accent)' };

/**
 * How a node stands: its status, unless a person said no, or an agent in it was told to stand still.
 * @param agents those of the run that stand still
 * @param nodePath from the run's root
 */
export function nodeStanding(
  node: NodeView | undefined,
  { nodePath, agents }: { nodePath: string; agents: RunView['interrupted'] },
): NodeStanding {
  if (!node) return statusLooks.pending;
  const isStill = agents.some((agent) => isWithin(plainPath(agent.nodePath), plainPath(nodePath)));
  if (isStill && node.status === 'waiting') return interrupted;
  return rejectionOf(node) ?? statusLooks[node.status];
}

/** Who said no at an approval, and why; undefined where nobody did. */
export function rejectionOf({ kind, status, port, output }: NodeView): NodeStanding | undefined {
  if (kind !== 'approval' || status !== 'completed' || port !== 'rejected') return undefined;
  const { decision, by, comment } = isJsonObject(output) ? output : {};
  if (decision === 'expired') return expired;
  const who = typeof by === 'string' ? texts.status.rejectedBy(by) : texts.status.rejected;
  return { ...rejected, note: typeof comment === 'string' && comment ? `${who}: ${comment}` : who };
}
