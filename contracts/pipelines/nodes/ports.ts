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

/** What of a node says which ports it has. */
type Ported = {
  kind: NodeKindName;
  onError?: string | undefined;
  /** Of a switch. */
  cases?: readonly { port: string }[] | undefined;
};

/** The ports of a node but for `error`: the one that an edge without a port leaves through is first. */
export function ownPorts({ kind, cases = [] }: Omit<Ported, 'onError'>): string[] {
  return [...nodePorts[kind], ...cases.map(({ port }) => port)];
}

/** Every port of a node. */
export function portsOf(node: Ported): string[] {
  return [...ownPorts(node), ...(node.onError === 'port' ? ['error'] : [])];
}

/** Kinds that decide which way a run takes: nobody can say beforehand what they give. */
const deciding = new Set<string>(['approval', 'condition', 'switch'] satisfies NodeKindName[]);

/** @param kind as records and answers of the API have it. */
export const decides = (kind: string): boolean => deciding.has(kind);

/**
 * The port by which a run goes on (`onError: continue`) after a node that failed: its only one, or, of a kind that decides, the
 * one that says no. What could not be worked out was not answered with yes, and nobody has approved.
 */
export function portOfFailed(kind: NodeKindName): string {
  return nodePorts[kind].at(-1) ?? nodePorts[kind][0];
}
