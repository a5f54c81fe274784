import { isJsonObject } from '../../contracts/base/json.ts';
import { pinnedKey } from '../../contracts/pipelines/child-of.ts';
import type { Catalog } from '../../contracts/pipelines/catalog.ts';
import type { Services } from '../services.ts';

type Pin = { name: string; version: number };

/** A document pins no more: what is beyond stays unknown, and is told of. */
const mostPins = 200;

/**
 * A catalog with the versions that its pipelines and some documents pin, and with what these pin in turn.
 * @param documents may be any JSON: nothing of it has been checked.
 */
export async function withPinned(
  { pipelines }: Pick<Services, 'pipelines'>,
  catalog: Catalog,
  documents: readonly unknown[],
): Promise<Catalog> {
  const open = [...Object.values(catalog.pipelines), ...documents].flatMap(pinsIn);
  if (open.length === 0) return { ...catalog, versions: {} };
  const found: Record<string, Catalog['pipelines'][string]> = {};
  const versions: Record<string, readonly number[]> = {};
  const seen = new Set<string>();
  for (let pin = open.pop(); pin !== undefined && seen.size < mostPins; pin = open.pop()) {
    const { name, version } = pin;
    const key = pinnedKey(name, version);
    if (seen.has(key)) continue;
    seen.add(key);
    versions[name] ??= await pipelines.versionNumbers(name);
    const [row] = versions[name].includes(version)
      ? await pipelines.versionsMeant(name, String(version))
      : [];
    if (!row) continue;
    found[key] = row.document;
    open.push(...pinsIn(row.document));
  }
  return { ...catalog, pipelines: { ...catalog.pipelines, ...found }, versions };
}

function pinsIn(document: unknown): Pin[] {
  if (!isJsonObject(document)) return [];
  const { name, nodes, triggers } = document;
  const list = (value: unknown) => (Array.isArray(value) ? value.filter(isJsonObject) : []);
  return [
    ...list(nodes).flatMap(({ pipeline, version }) => pinOf(pipeline, version)),
    ...list(triggers).flatMap(({ version }) => pinOf(name, version)),
  ];
}

const pinOf = (name: unknown, version: unknown): Pin[] =>
  typeof name === 'string' && Number.isSafeInteger(version) && Number(version) > 0
    ? [{ name, version: Number(version) }]
    : [];
