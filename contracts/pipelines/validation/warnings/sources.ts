import type { PipelineNode } from '../../nodes/index.ts';

/** Where untrusted content comes from, such as `research (search_news)`. */
export type Sources = ReadonlySet<string>;

/** What something rests on. */
export type Resting = {
  /** What each node before it has brought from outside, by the node's id. */
  brought: ReadonlyMap<string, Sources>;
  /** The nodes among them whose content a person has approved since, whichever way a run has taken. */
  approved: ReadonlySet<string>;
};

export const nothing: Resting = { brought: new Map(), approved: new Set() };

/** Stands for what a child pipeline is given, until its parent says what that is. */
export const entered = '';

export function union(...sets: Sources[]): Sources {
  return new Set(sets.flatMap((set) => [...set]));
}

export function sourceOf(id: string, tools: readonly string[]): Sources {
  return new Set(tools.length > 0 ? [`${id} (${tools.join(', ')})`] : []);
}

/** All that came from outside. */
export function taintOf({ brought }: Resting): Sources {
  return union(...brought.values());
}

/** Of that, what there may be nobody to have approved since. */
export function unapprovedOf({ brought, approved }: Resting): Sources {
  const left = [...brought].filter(([id]) => !approved.has(id));
  return union(...left.map(([, sources]) => sources));
}

/** What goes on through a port: once a person has approved, all that came before is approved. */
export function through(node: PipelineNode, port: string | undefined, left: Resting): Resting {
  const isApproved = node.kind === 'approval' && (port ?? 'approved') === 'approved';
  return isApproved ? { ...left, approved: new Set(left.brought.keys()) } : left;
}

/**
 * What meets at a node. One way is enough for it to run, and the approval on another one may then have been refused: what is
 * approved is so on each of them. A join that wants them all has the approvals of all.
 */
export function meeting(node: PipelineNode, ways: readonly Resting[]): Resting {
  const wantsAll = node.kind === 'join' && node.quorum === ways.length;
  const brought = new Map(ways.flatMap((way) => [...way.brought]));
  const isApproved = (id: string) =>
    wantsAll
      ? ways.some(({ approved }) => approved.has(id))
      : ways.every(({ approved }) => approved.has(id));
  return { brought, approved: new Set([...brought.keys()].filter(isApproved)) };
}

/** What goes on behind a node that has brought something, which nobody has approved yet. */
export function after(id: string, { brought, approved }: Resting, own: Sources): Resting {
  return own.size === 0
    ? { brought, approved }
    : { brought: new Map([...brought, [id, own]]), approved };
}

/** What comes into a child pipeline. */
export function entering(reached: Resting): Resting {
  const brought = new Map(taintOf(reached).size > 0 ? [[entered, new Set([entered])]] : []);
  return { brought, approved: new Set(unapprovedOf(reached).size > 0 ? [] : brought.keys()) };
}

/** What the nodes of a child pipeline have brought, as its parent names the sources. */
export function givenByChild(given: Sources, id: string, outside: Sources): Sources {
  return union(
    ...[...given].map((source) => (source === entered ? outside : new Set([`${id}.${source}`]))),
  );
}
