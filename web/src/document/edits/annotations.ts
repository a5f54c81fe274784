import type { CanvasGroup, CanvasNote } from '../../../../contracts/pipelines/canvas.ts';
import { canvasSchema } from '../../../../contracts/pipelines/canvas.ts';
import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { setAt } from '../set-at.ts';

/** What is written and framed on a canvas. */
export type Annotations = { notes: CanvasNote[]; groups: CanvasGroup[] };

const none: Annotations = { notes: [], groups: [] };

/** The notes and groups of a document; none where they cannot be read. */
export function annotationsOf(document: Json): Annotations {
  const written = isJsonObject(document) ? document['canvas'] : undefined;
  if (written === undefined) return none;
  const { data } = canvasSchema.safeParse(written);
  return data ? { notes: data.notes ?? [], groups: data.groups ?? [] } : none;
}

/** A document with other notes and groups. What is empty is left out. */
function annotated(document: Json, { notes, groups }: Annotations): Json {
  const canvas: JsonObject = {
    ...(notes.length > 0 && { notes: notes as unknown as Json }),
    ...(groups.length > 0 && { groups: groups as unknown as Json }),
  };
  const isEmpty = Object.keys(canvas).length === 0;
  return setAt(document, ['canvas'], isEmpty ? undefined : canvas);
}

export function addNote(document: Json, { x, y }: { x: number; y: number }): Json {
  const { notes, groups } = annotationsOf(document);
  const note = { text: '', x: Math.round(x), y: Math.round(y) };
  return annotated(document, { notes: [...notes, note], groups });
}

/** Frames nodes. A node is in one frame: it leaves the one that it was in. */
export function addGroup(document: Json, title: string, nodes: readonly string[]): Json {
  const { groups, ...others } = withoutMembers(annotationsOf(document), new Set(nodes));
  return annotated(document, { ...others, groups: [...groups, { title, nodes: [...nodes] }] });
}

export function setNote(document: Json, index: number, change: Partial<CanvasNote>): Json {
  const { notes, groups } = annotationsOf(document);
  const { x, y } = change;
  const rounded = {
    ...change,
    ...(x !== undefined && { x: Math.round(x) }),
    ...(y !== undefined && { y: Math.round(y) }),
  };
  const changed = notes.map((note, at) => (at === index ? { ...note, ...rounded } : note));
  return annotated(document, { notes: changed, groups });
}

export function setGroup(document: Json, index: number, change: Partial<CanvasGroup>): Json {
  const { notes, groups } = annotationsOf(document);
  const changed = groups.map((group, at) => (at === index ? { ...group, ...change } : group));
  return annotated(document, { notes, groups: changed.filter(({ nodes }) => nodes.length > 0) });
}

/** Removes notes and frames by their places; what is in a frame stays. */
export function removeAnnotations(
  document: Json,
  gone: { notes: readonly number[]; groups: readonly number[] },
): Json {
  if (gone.notes.length + gone.groups.length === 0) return document;
  const { notes, groups } = annotationsOf(document);
  return annotated(document, {
    notes: notes.filter((_note, index) => !gone.notes.includes(index)),
    groups: groups.filter((_group, index) => !gone.groups.includes(index)),
  });
}

/** A document whose frames hold a node under its other id; undefined takes it out of them. */
export function renameInGroups(document: Json, from: string, to: string | undefined): Json {
  const { notes, groups } = annotationsOf(document);
  if (!groups.some(({ nodes }) => nodes.includes(from))) return document;
  if (to === undefined) {
    return annotated(document, withoutMembers({ notes, groups }, new Set([from])));
  }
  const renamed = groups.map(({ title, nodes }) => ({
    title,
    nodes: nodes.map((id) => (id === from ? to : id)),
  }));
  return annotated(document, { notes, groups: renamed });
}

function withoutMembers({ notes, groups }: Annotations, gone: ReadonlySet<string>): Annotations {
  const left = groups.map(({ title, nodes }) => ({
    title,
    nodes: nodes.filter((id) => !gone.has(id)),
  }));
  return { notes, groups: left.filter(({ nodes }) => nodes.length > 0) };
}
