import type { QueryClient } from '@tanstack/react-query';
import type { RunView, StepView } from '../../../contracts/api/index.ts';
import { isArtifactReference } from '../../../contracts/base/artifact.ts';
import type { Json } from '../../../contracts/base/json.ts';
import { isJsonObject } from '../../../contracts/base/json.ts';
import { queries } from './queries.ts';

/** As much of a run is read and shown at once; what is larger stays a reference. */
const mostBytes = 4_000_000;

type Outputs = { nodes: RunView['nodes']; steps: StepView[] };

/**
 * The nodes and steps of a run with their outputs in full, where large ones have a reference in their place: the
 * smallest first, as many as there is room for. One that is no longer stored stays a reference.
 */
export async function withWholeOutputs<Of extends Outputs>(
  client: QueryClient,
  run: Of,
): Promise<Of> {
  const sizes = new Map<string, number>();
  for (const { output } of [...run.nodes, ...run.steps]) collect(output, sizes);
  let room = mostBytes;
  const read = [...sizes]
    .toSorted(([, one], [, other]) => one - other)
    .filter(([, bytes]) => (room -= bytes) >= 0);
  const found = await Promise.all(
    read.map(async ([id]): Promise<[string, Json][]> => {
      const stored = await client.fetchQuery(queries.storedOutput(id)).catch(() => undefined);
      return stored ? [[id, stored.output]] : [];
    }),
  );
  const whole = new Map(found.flat());
  if (whole.size === 0) return run;
  const filled = <Part extends { output?: Json | null }>(part: Part): Part =>
    part.output === undefined ? part : { ...part, output: inPlace(part.output, whole) };
  return { ...run, nodes: run.nodes.map(filled), steps: run.steps.map(filled) };
}

function collect(value: Json | undefined, sizes: Map<string, number>): void {
  if (isArtifactReference(value)) sizes.set(value.artifact, value.bytes);
  else if (Array.isArray(value)) for (const item of value) collect(item, sizes);
  else if (isJsonObject(value)) for (const member of Object.values(value)) collect(member, sizes);
}

function inPlace(value: Json | null, whole: ReadonlyMap<string, Json>): Json {
  if (value === null) return null;
  if (isArtifactReference(value)) return whole.get(value.artifact) ?? value;
  if (Array.isArray(value)) return value.map((item) => inPlace(item, whole));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, inPlace(member, whole)]);
  return Object.fromEntries(members) as Json;
}
