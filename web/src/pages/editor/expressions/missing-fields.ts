import { expressionsIn } from '../../../../../contracts/expressions/index.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { expressionsOf } from '../../../../../contracts/pipelines/validation/expressions-of.ts';
import type { Draft } from '../../../../../contracts/pipelines/validation/draft.ts';
import { graphOf } from '../../../../../contracts/pipelines/validation/graph.ts';
import type { NameTree } from './name-tree.ts';
import type { Presence } from './presence.ts';
import { before } from './use-scope.ts';

/** A field that an expression reads as if it were always there. */
export type MissingField = {
  name: string;
  presence: Presence;
  /** How to read it so that nothing fails where it is not there. */
  safe: string;
};

const chainPattern = /(?<![\w.\])])nodes(?:\.\??[A-Za-z_]\w*)+/g;

/** The fields that the expressions of a value read from nodes, which may be missing there; none that a condition looks at first. */
export function missingFields(
  value: Json | undefined,
  given: { isWhole: boolean; draft: Draft; reader: string | undefined; scope: () => NameTree },
): MissingField[] {
  const { isWhole, draft, reader, scope } = given;
  const sources = sourcesOf(value, isWhole).map(withoutTexts);
  const chains = sources.flatMap((source) =>
    [...source.matchAll(chainPattern)].map(([chain]) => ({ chain, source })),
  );
  if (chains.length === 0) return [];
  const tree = scope();
  const found = new Map<string, MissingField>();
  for (const { chain, source } of chains) {
    const read = firstMissing(chain, tree);
    if (!read || [source, ...conditionsBefore(draft, reader)].some((one) => looksAt(one, read)))
      continue;
    const { above, name, presence } = read;
    found.set(`${above}.${name}`, { name, presence, safe: `${above}.?${name}.orValue(…)` });
  }
  return [...found.values()];
}

type Read = { above: string; name: string; presence: Presence };

function firstMissing(chain: string, tree: NameTree): Read | undefined {
  const names = chain.split('.');
  let at = tree;
  for (const [index, name] of names.entries()) {
    // What follows a `.?` is read only where there is something.
    if (name.startsWith('?')) return undefined;
    const known = Object.hasOwn(at, name) ? at[name] : undefined;
    if (known?.presence) {
      return { above: names.slice(0, index).join('.'), name, presence: known.presence };
    }
    at = known?.below ?? {};
  }
  return undefined;
}

/** Whether an expression asks whether a field is there: by the field that tells, or by itself. */
function looksAt(source: string, { above, name, presence }: Read): boolean {
  const told = presence.field === undefined ? [] : [`${above}.${presence.field}`];
  const asked = [...told, `has(${above}.${name})`, `${above}.?${name}`];
  return asked.some((text) => hasWords(source, text));
}

function hasWords(source: string, text: string): boolean {
  const at = source.indexOf(text);
  return at >= 0 && !/^\w/.test(source.slice(at + text.length));
}

function conditionsBefore(draft: Draft, reader: string | undefined): string[] {
  if (reader === undefined) return [];
  const earlier = new Set(before(reader, graphOf(draft).into));
  const choosing = draft.nodes.filter(
    ({ node: { id, kind } }) => earlier.has(id) && (kind === 'condition' || kind === 'switch'),
  );
  return expressionsOf({ nodes: choosing }).map(({ source }) => withoutTexts(source));
}

function sourcesOf(value: Json | undefined, isWhole: boolean): string[] {
  if (value === undefined) return [];
  if (isWhole) return typeof value === 'string' ? [value] : [];
  return expressionsIn(value).flatMap(({ source, error }) => (error ? [] : source));
}

/** An expression without what is in quotes, and without white space. */
function withoutTexts(source: string): string {
  return source.replaceAll(/"[^"]*"|'[^']*'/g, '""').replaceAll(/\s+/g, '');
}
