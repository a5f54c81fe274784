import { nodePorts, ownPorts } from '../../../contracts/pipelines/nodes/ports.ts';
import type { NodeKindName } from '../../../contracts/pipelines/nodes/ports.ts';
import { isTriggerKind } from '../../../contracts/pipelines/triggers/kinds.ts';
import type { TriggerKindName } from '../../../contracts/pipelines/triggers/kinds.ts';

/** A way out of a node. */
export type Port = { name: string; isError: boolean };

/** The port that an edge without one leaves through. */
export function defaultPort(kind: NodeKindName): string {
  return nodePorts[kind][0];
}

/** The one way out of a trigger: to where runs begin. */
export const firesPort = 'fires';

type Drawn = {
  kind: NodeKindName | TriggerKindName;
  onError?: string;
  cases?: readonly { port: string }[];
};

/**
 * The ways out of a node from top to bottom, the default one first; but of a switch after its cases, as they are read. The
 * error port is last, where its node has one.
 */
export function portsOf({ kind, onError, cases }: Drawn): Port[] {
  if (isTriggerKind(kind)) return [{ name: firesPort, isError: false }];
  const [first = '', ...rest] = ownPorts({ kind, cases });
  const names = kind === 'switch' ? [...rest, first] : [first, ...rest];
  const own = names.map((name) => ({ name, isError: false }));
  return onError === 'port' ? [...own, { name: 'error', isError: true }] : own;
}
