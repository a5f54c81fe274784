import type { z } from 'zod';
import type { FieldProblem, startRunSchema } from '../../contracts/api/index.ts';
import { budgetSchema } from '../../contracts/models/budget.ts';
import { compilePipeline } from '../../contracts/pipelines/compile.ts';
import type { Catalog } from '../../contracts/pipelines/catalog.ts';
import { entryOf } from '../../contracts/pipelines/catalog.ts';
import { checkInput } from '../../contracts/values/input.ts';
import { placedText } from '../../contracts/values/problem.ts';
import { maximumPayloadBytes } from '../../contracts/base/run-limits.ts';
import { suggest } from '../../contracts/base/nearest.ts';
import { sentence } from '../../contracts/base/text.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import type { CompiledPipeline, Pipeline } from '../../contracts/pipelines/pipeline.ts';
import type { RunCause } from '../../contracts/triggers/firing.ts';
import type { NewRun, RunRow } from '../../db/repositories/runs/runs.ts';
import { requireReadyAgents } from '../agents/require-ready.ts';
import { currentCatalog } from '../catalog/catalog.ts';
import { requireVersion } from '../catalog/require-pipeline.ts';
import { requirePublicTargets } from '../notifications/require-public-targets.ts';
import { requireRoom } from '../base/disk-room.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { earlierRun, requestHash } from './earlier-run.ts';
import type { CreatedRun, Idempotency } from './earlier-run.ts';
import { newRunId } from '../base/run-id.ts';
import { startRun } from './start-run.ts';
import { surroundingsFor } from './surroundings-for.ts';
import { warnOfRepeat } from './repeated-start.ts';
import { requireToolRights } from './tool-rights.ts';

export type RunRequest = z.output<typeof startRunSchema>;

export type RunOptions = {
  /** Who asks for it, as records name them. */
  startedBy: string;
  /** Agents that only this run knows, by name. */
  ownAgents?: Catalog['agents'];
  /** The agent, where the run is a task. */
  agent?: string;
  /** Makes the same request, sent twice at once, start one run. */
  idempotency?: Idempotency;
  /** Where a trigger starts it: the id that its firing gives it, and why. */
  started?: { id: string; cause: RunCause };
};

/**
 * Checks a request for a run, stores the run, and starts it.
 * @throws {Problem} that names every field that is wrong.
 */
export async function createRun(
  services: Services,
  request: RunRequest,
  { startedBy, ownAgents = {}, agent, idempotency, started }: RunOptions,
): Promise<CreatedRun> {
  const { priority, user, notify = null } = request;
  await requirePublicTargets(services, notify, { path: 'notify.webhook' });
  const { warnings: ofRights, ...checked } = await checkedRequest(services, request, ownAgents);
  const { compiled, input } = checked;
  const repeat = await warnOfRepeat(services, { pipeline: compiled.pipeline.name, input, user });
  const warnings = [...repeat, ...ofRights];
  const run = {
    kind: agent === undefined ? ('run' as const) : ('task' as const),
    agent: agent ?? null,
    ...checked,
    priority,
    user,
    startedBy,
    ...(started && { id: started.id, trigger: started.cause.trigger, cause: started.cause }),
    budget: budgetOf(request),
    notify,
  };
  return storeAndStart(services, run, { warnings, idempotency });
}

/**
 * Stores a run, under a new id where it has none, and starts it; of the same request, sent twice at once, only the first.
 * @param options.again retries a run that another one retries already.
 * @throws {Problem} `conflict` where another run retries the same one, or where that was pruned.
 */
export async function storeAndStart(
  services: Services,
  checked: Omit<Parameters<typeof startRun>[1], 'id'> & Omit<NewRun, 'id'> & { id?: string },
  {
    warnings,
    idempotency,
    again = false,
  }: Pick<CreatedRun, 'warnings'> & Pick<RunOptions, 'idempotency'> & { again?: boolean },
): Promise<CreatedRun> {
  const run = {
    id: newRunId(),
    ...checked,
    ...(idempotency?.key !== undefined && {
      idempotencyKey: idempotency.key,
      requestHash: await requestHash(idempotency),
    }),
  };
  await requireRoom(services.lookAtDisk);
  if (await services.runs.insert(run, { unlessRetried: !again })) {
    return { id: run.id, started: await startRun(services, run), warnings };
  }
  const first = idempotency && (await earlierRun(services, run.user, idempotency));
  if (first) return first;
  const known = checked.cause && (await services.runs.get(run.id));
  if (known) return { id: run.id, started: known.status !== 'pending', warnings };
  if (run.retryOf) requireDetails(await services.runs.requestersOf(run.retryOf));
  const retry = run.retryOf && (await services.runs.retriesOf(run.retryOf)).at(-1);
  if (!retry) throw new Error(`run ${run.id} could not be stored`);
  const detail = `Run ${retry} already retries run ${run.retryOf}. Continue with that run.`;
  const help = {
    request: `POST /api/v1/runs/${run.retryOf}/retry with again: true`,
    does: `retries run ${run.retryOf} once more`,
  };
  throw new Problem('conflict', detail, undefined, { help });
}

/** @throws {Problem} `conflict` where one of some runs was pruned: a retry reads what it kept from their details. */
export function requireDetails(runs: readonly Pick<RunRow, 'id' | 'prunedAt'>[]): void {
  const pruned = runs.find(({ prunedAt }) => prunedAt !== null);
  if (!pruned) return;
  throw new Problem(
    'conflict',
    `The steps and conversations of run ${pruned.id} were deleted to make room. Start it again instead.`,
  );
}

/** What a request starts, and the calls that its run may come to and that its user may not make. */
async function checkedRequest(
  services: Services,
  request: RunRequest,
  ownAgents: Catalog['agents'],
): Promise<Pick<NewRun, 'compiled' | 'input'> & { warnings: FieldProblem[] }> {
  const document = request.document ?? (await versionAsked(services, request))?.document;
  const published = await currentCatalog(services, document);
  const catalog = { ...published, agents: { ...published.agents, ...ownAgents } };
  const { pipeline: name = '' } = request;
  // What a version names may be gone since it was saved.
  const pipeline = document
    ? await validPipeline(services, document as JsonObject, catalog)
    : storedPipeline(name, catalog);
  const input = checkedInput(pipeline, request.input);
  const compiled = withOutageTerms(await compilePipeline(pipeline, catalog), request);
  const around = await surroundingsFor(services, request.user);
  requireReadyAgents(compiled, around);
  const warnings = requireToolRights(compiled, around);
  requireFit({ compiled, input });
  return { compiled, input, warnings };
}

/** The version that a request asks for; undefined for one that asks for the live one. */
async function versionAsked(services: Services, { pipeline = '', version }: RunRequest) {
  if (version === undefined) return undefined;
  storedPipeline(pipeline, await currentCatalog(services));
  return requireVersion(services, pipeline, version);
}

/** What is compiled with the terms of a run itself, where it has any: those of the pipeline do not count then. */
export function withOutageTerms(
  compiled: CompiledPipeline,
  { onOutage, outageTimeout }: Pick<RunRequest, 'onOutage' | 'outageTimeout'>,
): CompiledPipeline {
  if (onOutage === undefined && outageTimeout === undefined) return compiled;
  const ownOutageTerms = { onOutage, outageTimeout };
  const pipeline = { ...compiled.pipeline, ...ownOutageTerms };
  return { ...compiled, pipeline, ownOutageTerms };
}

/**
 * The input of a run, with its defaults.
 * @throws {Problem} `invalid-input`
 */
export function checkedInput(pipeline: Pipeline, given: JsonObject): JsonObject {
  const { value, problems } = checkInput(pipeline.inputs, given);
  if (value) return value;
  const places = problems.map(({ path, message }) => placedText(path, message)).join('; ');
  throw new Problem('invalid-input', `${pipeline.name}: ${places}`, problems);
}

/** @throws {Problem} where a run is larger than what Temporal takes, which would leave it pending. */
export function requireFit({
  compiled,
  input,
  retry,
}: Pick<NewRun, 'compiled' | 'input' | 'retry'>): void {
  const bytes = sizeOf({ compiled, input, retry });
  if (bytes <= maximumPayloadBytes) return;
  const parts = [
    ...Object.values(compiled.agents).map((agent) => [`the agent ${agent.name}`, agent] as const),
    ...Object.values(compiled.pipelines).map((it) => [`the pipeline ${it.name}`, it] as const),
    ['the pipeline itself', compiled.pipeline] as const,
    ['the input', input] as const,
    ...(retry?.kept ?? []).map((kept) => [`the output of ${kept.id}`, kept] as const),
  ];
  const largest = parts
    .map(([what, value]) => ({ what, kilobytes: Math.ceil(sizeOf(value) / 1_000) }))
    .toSorted((one, other) => other.kilobytes - one.kilobytes)
    .slice(0, 3)
    .map(({ what, kilobytes }) => `${what} (${kilobytes} KB)`);
  throw new Problem(
    'invalid-request',
    `The run with all its agents and pipelines has ${Math.ceil(bytes / 1_000)} KB; the limit is ` +
      `${maximumPayloadBytes / 1_000} KB. Make one of the largest parts smaller: ${largest.join(', ')}.`,
  );
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function budgetOf({ budget, budgetUsd }: RunRequest): NewRun['budget'] {
  if (budgetUsd !== undefined) return budgetSchema.parse({ usd: budgetUsd });
  return budget ?? null;
}

/** @throws {Problem} `unknown-pipeline` */
export function storedPipeline(name: string, { pipelines }: Catalog): Pipeline {
  const pipeline = entryOf(pipelines, name);
  if (pipeline) return pipeline;
  const fix = suggest(name, Object.keys(pipelines));
  throw new Problem('unknown-pipeline', `Pipeline ${name} not found. ${sentence(fix)}`, [
    { path: 'pipeline', message: `pipeline ${name} not found`, fix },
  ]);
}

/** @throws {Problem} `invalid-pipeline`, with all that is wrong with the document. */
export async function validPipeline(
  { documents }: Services,
  document: NonNullable<RunRequest['document']>,
  catalog: Catalog,
): Promise<Pipeline> {
  const { pipeline, problems } = await documents.checkPipeline(document, catalog);
  if (pipeline) return pipeline;
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  throw new Problem(
    'invalid-pipeline',
    `The document has ${count}, listed in errors.`,
    problems.map((problem) => ({
      ...problem,
      path: problem.path ? `document.${problem.path}` : 'document',
    })),
  );
}
