import { suggest } from '../../../base/nearest.ts';
import { problem } from '../../../values/problem.ts';
import type { Path, Problem } from '../../../values/problem.ts';
import type { Catalog } from '../../catalog.ts';
import { childOf } from '../../child-of.ts';
import type { Check } from './check.ts';

/** Of many, those that were saved last are named. */
const mostNamed = 10;

function unknownVersion(
  path: Path,
  { name, version }: { name: string; version: number },
  { versions, pipelines }: Catalog,
): Problem[] {
  const known = versions?.[name];
  if (!known || known.includes(version)) return [];
  const message = `pipeline ${name} has no version ${version}`;
  if (known.length === 0) {
    const fix = Object.hasOwn(pipelines, name)
      ? 'remove it, to follow the live version'
      : suggest(name, Object.keys(pipelines));
    return [problem(path, message, fix)];
  }
  const named = known.toSorted((one, other) => one - other).slice(-mostNamed);
  const few = named.length < known.length ? `, the last ${named.length} of ${known.length}` : '';
  return [problem(path, message, `use one of ${named.join(', ')}${few}`)];
}

/** The versions that nodes and triggers pin exist. */
export const pinnedVersions: Check = ({ draft: { name: own, nodes, triggers }, catalog }) => [
  ...triggers.flatMap(({ index, trigger: { version } }) =>
    version === undefined || own === undefined
      ? []
      : unknownVersion(['triggers', index, 'version'], { name: own, version }, catalog),
  ),
  ...nodes.flatMap(({ index, node }) => {
    const name = childOf(node);
    const version = 'version' in node ? node.version : undefined;
    return name === undefined || version === undefined
      ? []
      : unknownVersion(['nodes', index, 'version'], { name, version }, catalog);
  }),
];
