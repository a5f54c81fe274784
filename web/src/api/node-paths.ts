import { texts } from './texts.ts';

// A node path is the ids from the run's root, joined by `/`. A later attempt of an agent is at
// `research.try-2`; what it delegates at `research/turn-1-0-technicals`: turn, call and agent. An item of a map is at
// `teams.item-2`, a round of a loop at `refine.round-1`.

/** What is one step below a path on the way to another; undefined where the other is not below it. */
export function childOf(path: string, deeper: string): string | undefined {
  const prefix = path === '' ? '' : `${path}/`;
  if (!deeper.startsWith(prefix) || deeper === path) return undefined;
  return nodeAlone(deeper.slice(prefix.length).split('/', 1)[0] ?? '');
}

const partAtEnd = /\.(item|round)-(\d+)$/;

/** Which item of a map, or round of a loop, is at the end of a path. */
export function partOf(nodePath: string): { name: 'item' | 'round'; number: number } | undefined {
  const [, name, number] = partAtEnd.exec(nodePath) ?? [];
  return name ? { name: name as 'item' | 'round', number: Number(number) } : undefined;
}

/** The path of a node, whichever of its attempts, items or rounds is meant. */
export function nodeAlone(nodePath: string): string {
  return withoutPart(withoutAttempt(nodePath));
}

export function withoutPart(nodePath: string): string {
  return nodePath.replace(partAtEnd, '');
}

/** The path with no items and rounds in any of its parts: the same for what each of them runs. */
export function withoutParts(nodePath: string): string {
  return nodePath.split('/').map(withoutPart).join('/');
}

/** The path with which of its last node's attempts it is, counted from 1. */
export function attemptOf(nodePath: string): number {
  return Number(/\.try-(\d+)$/.exec(nodePath)?.[1] ?? 1);
}

/** The path of a node, whichever of its attempts is meant. */
export function withoutAttempt(nodePath: string): string {
  return nodePath.replace(/\.try-\d+$/, '');
}

/** The path with no attempts in any of its parts. */
export function plainPath(nodePath: string): string {
  return nodePath.split('/').map(withoutAttempt).join('/');
}

export function joinPath(path: string, id: string): string {
  return path === '' ? id : `${path}/${id}`;
}

export function parentOf(nodePath: string): string {
  return nodePath.split('/').slice(0, -1).join('/');
}

/** Whether a path is that of a node or leads on from it. */
export function isWithin(path: string, nodePath: string): boolean {
  return path === nodePath || path.startsWith(`${nodePath}/`) || path.startsWith(`${nodePath}.`);
}

export type Delegation = { turn: number; call: number; agent: string };

/** What the last part of a path says of a delegation; undefined where it is none. */
export function delegationOf(nodePath: string): Delegation | undefined {
  const match = /^turn-(\d+)-(\d+)-(.+)$/.exec(withoutAttempt(nodePath.split('/').at(-1) ?? ''));
  if (!match) return undefined;
  return { turn: Number(match[1]), call: Number(match[2]), agent: match[3] ?? '' };
}

/**
 * What a person calls the thing at a path: who was asked in which turn, which attempt it is, or the node's title.
 * @param title the node's own; its id where there is none.
 */
export function titleAt(nodePath: string, title?: string): string {
  const delegation = delegationOf(nodePath);
  if (delegation) return texts.titles.delegation(delegation.agent, delegation.turn);
  const attempt = attemptOf(nodePath);
  if (attempt > 1) return texts.titles.attempt(attempt);
  const part = partOf(nodePath);
  if (part) return texts.titles[part.name](part.number, title);
  return title ?? nodePath.split('/').at(-1) ?? nodePath;
}
