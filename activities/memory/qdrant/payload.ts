import { z } from 'zod';
import { unopened } from '../../../db/sealing.ts';
import { parseSealed } from '../../../contracts/base/sealed-text.ts';
import type { Sealer } from '../../../contracts/base/sealed-text.ts';
import type { Memory, MemoryOutline, NewMemory } from '../../../contracts/agents/memory.ts';

const outline = z.looseObject({
  at: z.iso.datetime({ offset: true }),
  embedding: z.string(),
  recalls: z.number().default(0),
  last_recalled_at: z.iso.datetime({ offset: true }).nullish(),
  relevance: z.number().default(0),
});
const payload = z.looseObject({
  ...outline.shape,
  agent: z.string(),
  run_id: z.string(),
  node_path: z.string(),
  step: z.string(),
  user: z.string(),
  task: z.string(),
  text: z.string(),
  outside: z.array(z.string()).nullish(),
  as_of: z.iso.datetime({ offset: true }).nullish(),
});

/** What pruning needs of a point. */
export const outlineFields = Object.keys(outline.shape);

type Point = { id: string | number; payload?: unknown };

/** A memory as the payload of a point. */
export function toPayload(memory: NewMemory, { seal }: Sealer) {
  const { agent, runId, nodePath, step, user, task, text, at, embedding, outside, asOf } = memory;
  return {
    agent,
    run_id: runId,
    node_path: nodePath,
    step,
    user,
    task: seal(task),
    text: seal(text),
    at: at.toISOString(),
    embedding,
    ...(outside && { outside: outside.map(seal) }),
    sealed: true,
    as_of: asOf?.toISOString() ?? null,
    recalls: 0,
    relevance: 0,
  };
}

/** Points that an earlier version may have stored in plain text. */
export const maybePlain = { must: [{ is_empty: { key: 'sealed' } }] };

const said = payload.pick({ task: true, text: true, outside: true });

/** What of a memory is encrypted. */
export const saidFields = Object.keys(said.shape);

/**
 * The same fields of a point, encrypted where they are not.
 * @throws {z.ZodError} for a point that is no memory.
 */
export function sealedFields({ payload: given }: Point, { seal }: Sealer) {
  const { task, text, outside } = said.parse(given);
  const sealOnce = (stored: string) => (parseSealed(stored) ? stored : seal(stored));
  return {
    task: sealOnce(task),
    text: sealOnce(text),
    ...(outside && { outside: outside.map(sealOnce) }),
    sealed: true,
  };
}

/**
 * @throws {z.ZodError} for a point that is no memory.
 * @throws {UnreadableRecord} for one that no key opens.
 */
export function toMemory(point: Point, { open }: Sealer): Memory {
  const {
    agent,
    run_id: runId,
    node_path: nodePath,
    step,
    user,
    task,
    text,
    outside,
    // What those of earlier versions tell of is nothing later than when they were stored.
    as_of: told = toOutline(point).at.toISOString(),
  } = payload.parse(point.payload);
  const textOf = (stored: string) =>
    open(stored) ??
    (unopened(stored, {
      what: `The memory ${point.id} of the agent ${agent}`,
      standIn: (notice) => notice,
    }) as string);
  return {
    ...toOutline(point),
    agent,
    runId,
    nodePath,
    step,
    user,
    task: textOf(task),
    text: textOf(text),
    outside: outside?.map(textOf) ?? null,
    asOf: told ? new Date(told) : null,
  };
}

/** @throws {z.ZodError} for a point that is no memory. */
export function toOutline({ id, payload: given }: Point): MemoryOutline {
  const { at, embedding, recalls, last_recalled_at: last, relevance } = outline.parse(given);
  const lastRecalledAt = last ? new Date(last) : null;
  return { id: String(id), at: new Date(at), embedding, recalls, lastRecalledAt, relevance };
}
