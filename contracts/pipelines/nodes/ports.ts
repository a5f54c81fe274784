/**
 * The ports of each node kind, the default one first. Apart from the kinds' schemas, so that workflows
 * can read it. Port `error` is added by `onError: port`.
 */
export const nodePorts = {
  agent: ['done'],
  model: ['done'],
  tool: ['done'],
  approval: ['approved', 'rejected'],
  condition: ['yes', 'no'],
  join: ['done'],
  transform: ['done'],
  pipeline: ['done'],
  map: ['done'],
  wait: ['done'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type NodeKindName = keyof typeof nodePorts;

/**
 * The port by which a run goes on (`onError: continue`) after a node that failed: its only one, or, of a kind that decides, the
 * one that says no. What could not be worked out was not answered with yes, and nobody has approved.
 */
export function portOfFailed(kind: NodeKindName): string {
  return nodePorts[kind].at(-1) ?? nodePorts[kind][0];
}
