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
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type NodeKindName = keyof typeof nodePorts;
