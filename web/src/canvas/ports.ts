import { nodePorts } from '../../../contracts/pipelines/nodes/ports.ts';
import type { NodeKindName } from '../../../contracts/pipelines/nodes/ports.ts';

/** A way out of a node. */
export type Port = { name: string; isError: boolean };

/** The port that an edge without one leaves through. */
export function defaultPort(kind: NodeKindName): string {
  return nodePorts[kind][0];
}

/** The ways out of a node, the default one first; the error port is last, where its node has one. */
export function portsOf({ kind, onError }: { kind: NodeKindName; onError?: string }): Port[] {
  const own = nodePorts[kind].map((name) => ({ name, isError: false }));
  return onError === 'port' ? [...own, { name: 'error', isError: true }] : own;
}
