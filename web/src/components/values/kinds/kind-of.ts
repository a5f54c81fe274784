import { isArtifactReference } from '../../../../../contracts/base/artifact.ts';
import type { ArtifactReference } from '../../../../../contracts/base/artifact.ts';
import type { Json, JsonObject } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';

/** A point of a chart; `at` is what stands below it. */
export type Point = { at: string; value: number };

/** What an output is to a person who looks at it. */
export type Shaped =
  | { kind: 'large'; reference: ArtifactReference }
  | { kind: 'decision'; decision: string; why: string | undefined; rest: JsonObject }
  | { kind: 'report'; report: string; rest: JsonObject }
  | { kind: 'markdown'; text: string }
  | { kind: 'chart'; name: string; points: Point[] }
  | { kind: 'table'; columns: string[]; rows: JsonObject[] }
  | { kind: 'parts'; parts: [name: string, value: Json][] };

/** What a value is by its shape, the first of these that it is; undefined where it is only values under their names. */
export function kindOf(value: Json): Shaped | undefined {
  for (const read of Object.values(readers)) {
    const shaped = read(value);
    if (shaped) return shaped;
  }
  return undefined;
}

type Readers = { [Kind in Shaped['kind']]: (value: Json) => (Shaped & { kind: Kind }) | undefined };

/** In the order in which they are tried. */
const readers = {
  large: (value) => (isArtifactReference(value) ? { kind: 'large', reference: value } : undefined),
  decision: (value) => {
    if (!isJsonObject(value)) return undefined;
    const [name, decision] = named(value, decisions, isWord) ?? [];
    if (name === undefined || decision === undefined) return undefined;
    const [because, why] = named(value, reasons, isText) ?? [];
    return { kind: 'decision', decision, why, rest: without(value, name, because) };
  },
  report: (value) => {
    if (!isJsonObject(value)) return undefined;
    const [name, report] = named(value, reports, isText) ?? [];
    if (name === undefined || report === undefined) return undefined;
    return { kind: 'report', report, rest: without(value, name) };
  },
  markdown: (value) =>
    typeof value === 'string' && isMarkdown.test(value)
      ? { kind: 'markdown', text: value }
      : undefined,
  chart: (value) => {
    const points = Array.isArray(value) ? pointsOf(value) : undefined;
    return points && points.points.length >= fewestPoints
      ? { kind: 'chart', ...points }
      : undefined;
  },
  table: (value) => {
    if (!Array.isArray(value) || value.length < 2 || !value.every(isRow)) return undefined;
    const columns = [...new Set(value.flatMap((row) => Object.keys(row)))];
    return columns.length > 0 && columns.length <= mostColumns
      ? { kind: 'table', columns, rows: value }
      : undefined;
  },
  parts: (value) => {
    if (!isJsonObject(value)) return undefined;
    const parts = Object.entries(value);
    const isWorth = parts.length <= mostParts && parts.some(([, part]) => kindOf(part));
    return isWorth ? { kind: 'parts', parts } : undefined;
  },
} satisfies Readers;

const decisions = ['action', 'decision', 'verdict', 'outcome'];
const reasons = ['reason', 'rationale', 'reasoning', 'why', 'comment', 'text'];
const reports = ['report', 'markdown', 'summary', 'answer', 'text'];
const instants = ['time', 'at', 'date', 'day', 'timestamp'];

const fewestPoints = 5;
const mostColumns = 8;
const mostParts = 12;
/** Of a cell; longer ones are read one below the other. */
const longestCell = 120;

const isMarkdown = /\n\s*\n|^#{1,6} |^\s*[-*] |^\d+\. |\*\*\S|^\|.*\|$|```/m;

const isText = (value: Json | undefined): value is string =>
  typeof value === 'string' && value.trim() !== '';
const isWord = (value: Json | undefined): value is string =>
  isText(value) && value.length <= 40 && !value.includes('\n');

/** The first of some names under which there is a text of a kind. */
function named(
  value: JsonObject,
  names: readonly string[],
  is: (member: Json | undefined) => member is string,
): [string, string] | undefined {
  for (const name of names) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (is(member)) return [name, member];
  }
  return undefined;
}

function without(value: JsonObject, ...names: (string | undefined)[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function isRow(value: Json): value is JsonObject {
  return (
    isJsonObject(value) &&
    Object.values(value).every(
      (cell) =>
        cell === null ||
        (typeof cell !== 'object' && (typeof cell !== 'string' || cell.length <= longestCell)),
    )
  );
}

/** Numbers one after the other, or under a name beside the only other one, which says when. */
function pointsOf(items: Json[]): { name: string; points: Point[] } | undefined {
  if (items.every((item) => typeof item === 'number')) {
    return { name: '', points: items.map((value, index) => ({ at: String(index + 1), value })) };
  }
  const [first] = items;
  if (!items.every(isRow) || !isJsonObject(first) || Object.keys(first).length !== 2) {
    return undefined;
  }
  const at = Object.keys(first).find((name) => instants.includes(name));
  const name = Object.keys(first).find((other) => other !== at);
  if (at === undefined || name === undefined) return undefined;
  const points = items.flatMap((item) => {
    const row = item as JsonObject;
    const value = Number(row[name] ?? Number.NaN);
    return Number.isFinite(value) ? [{ at: String(row[at]), value }] : [];
  });
  return points.length === items.length ? { name, points } : undefined;
}
