import { titleOfPath } from '../placed-nodes.ts';
import type { PlacedNode } from '../placed-nodes.ts';
import { lastUntil, nodesOf } from './film.ts';
import { filmTexts } from './texts.ts';
import type { Film } from './film.ts';

/** What one looks for in a run, the least first: of those that fall on one place, the last is drawn. */
export const markKinds = ['done', 'begun', 'asked', 'decided', 'failed'] as const;
export type MarkKind = (typeof markKinds)[number];

/** Something that happened at one time, in words. */
export type Mark = { at: number; kind: MarkKind; text: string };

/** The beginnings and ends of nodes, what people were asked and decided, and what failed, in the order of their times. */
export function marksOf(film: Film, placed: Map<string, PlacedNode>): Mark[] {
  const of = filmTexts.marks;
  const marks: Mark[] = [];
  const add = (at: number, kind: MarkKind, text: string) => {
    if (Number.isFinite(at)) marks.push({ at, kind, text });
  };
  // A node that took no time has ended after it began, and before the next one.
  const inOrder = nodesOf(film).toSorted((one, other) => one.start - other.start);
  for (const { path, what, start, end } of inOrder) {
    if (what.startedAt === null || what.keptFrom !== undefined) continue;
    const title = titleOfPath(placed, path);
    add(start, 'begun', of.begun(title));
    if (what.endedAt === null) continue;
    const isBad = what.status === 'failed' || what.status === 'timeout';
    add(end, isBad ? 'failed' : 'done', isBad ? of.failed(title) : of.done(title));
  }
  for (const { what, end } of film.steps) {
    if (what.status === 'failed') add(end, 'failed', of.failed(what.label));
  }
  for (const { what, start, end } of film.approvals) {
    add(start, 'asked', of.asked(what.title));
    if (what.status !== 'pending') add(end, 'decided', of.decided(what.title, what.status));
  }
  return marks.toSorted((one, other) => one.at - other.at);
}

const rank = ({ kind }: Mark) => markKinds.indexOf(kind);

/** A mark with its place, from 0 on the left to 1 on the right. */
export type PlacedMark = Mark & { place: number };

/** Of the marks that fall on one of so many places, the one that says most. */
export function thinned(
  marks: Mark[],
  { at, places }: { at: (time: number) => number; places: number },
): PlacedMark[] {
  const kept = new Map<number, PlacedMark>();
  for (const mark of marks) {
    const place = at(mark.at);
    const slot = Math.round(place * places);
    const other = kept.get(slot);
    if (!other || rank(mark) >= rank(other)) kept.set(slot, { ...mark, place });
  }
  return [...kept.values()];
}

/** What had happened last at a time, in words; undefined before anything had. */
export function lastMark(marks: Mark[], time: number): Mark | undefined {
  return marks[lastUntil(time, marks.length, (index) => marks[index]!.at)];
}
