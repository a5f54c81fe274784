/**
 * The ports of each node kind, the default one first. Apart from the kinds' schemas, so that workflows
 * can read it. Port `error` is added by `onError: port`, and a switch adds one for each case.
 */
export const nodePorts = {
  agent: ['done'],
  model: ['done'],
  tool: ['done'],
  approval: ['approved', 'rejected'],
  condition: ['yes', 'no'],
  switch: ['default'],
  join: ['done'],
  transform: ['done'],
  pipeline: ['done'],
  map: ['done'],
  loop: ['done'],
  wait: ['done'],
  wait_for_event: ['received', 'timeout'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type NodeKindName = keyof typeof nodePorts;

/** The fields of a node that determine its ports. */
type Ported = {
  kind: NodeKindName;
  onError?: string | undefined;
  /** Of a switch. */
  cases?: readonly { port: string }[] | undefined;
};

/** The ports of a node without `error`. The first is the default for edges without a port. */
export function ownPorts({ kind, cases = [] }: Omit<Ported, 'onError'>): string[] {
  return [...nodePorts[kind], ...cases.map(({ port }) => port)];
}

/** Every port of a node. */
export function portsOf(node: Ported): string[] {
  return [...ownPorts(node), ...(node.onError === 'port' ? ['error'] : [])];
}

/** The kinds that decide which path a run takes; their output is not known in advance. */
const deciding = new Set<string>(['approval', 'condition', 'switch'] satisfies NodeKindName[]);

/** @param kind as in the records and in answers of the API. */
export const decides = (kind: string): boolean => deciding.has(kind);

/**
 * The port through which a run continues (`onError: continue`) after a failed node: its only port or, for a kind that
 * decides, the negative one, because a failed condition is not a yes and a failed approval was not approved.
 */
export function portOfFailed(kind: NodeKindName): string {
  return nodePorts[kind].at(-1) ?? nodePorts[kind][0];
}
