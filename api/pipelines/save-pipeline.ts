import { stringify } from 'yaml';
import { pipelineHash } from '../../contracts/pipelines/compile.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { Pipeline } from '../../contracts/pipelines/pipeline.ts';
import type { PipelineRow } from '../../db/repositories/catalog/pipelines.ts';
import { rolesWith } from '../../contracts/access/roles.ts';
import type { Principal } from '../access/principal.ts';
import { currentCatalog } from '../catalog/catalog.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';

/** A document as it was sent; `yaml` is its text where it was sent as such. */
export type SentPipeline = { body: Json; yaml: string | null };

/**
 * The pipeline that a sent document is, with its defaults filled in.
 * @param name what it must be called; left out, what the document says.
 * @throws {Problem} `invalid-pipeline` with every mistake, in paths of the document.
 */
export async function readPipeline(
  services: Services,
  { body }: SentPipeline,
  name?: string,
): Promise<Pipeline> {
  const catalog = await currentCatalog(services, body);
  const { pipeline, problems } = await services.documents.checkPipeline(body, catalog);
  if (pipeline && (name === undefined || name === pipeline.name)) return pipeline;
  const errors = pipeline
    ? [
        {
          path: 'name',
          message: `is ${pipeline.name}, but this URL is for ${name}`,
          fix: `write ${name}, or send it to the URL of ${pipeline.name}`,
        },
      ]
    : problems;
  const count = errors.length === 1 ? '1 problem' : `${errors.length} problems`;
  throw new Problem('invalid-pipeline', `The document has ${count}, listed in errors.`, errors);
}

type SavedPipeline = {
  pipeline: Pipeline;
  sent: SentPipeline;
  by: Principal;
  /** What changed. */
  note?: string | undefined;
};

/**
 * Stores a pipeline as a user's own. Its text is kept as it was sent, or written from the document.
 * @param expected see `put` of the repository.
 * @param saved.by who stores it: its author, for whom its triggers act.
 * @returns what is stored now; undefined where something else than expected was there.
 */
export async function savePipeline(
  { pipelines }: Pick<Services, 'pipelines'>,
  { pipeline, sent, by, note }: SavedPipeline,
  expected?: string | null,
): Promise<PipelineRow | undefined> {
  requireToTrigger(by, pipeline);
  const publisher = { user: by.user, name: by.name };
  const hash = await pipelineHash(pipeline);
  const text = sent.yaml ?? stringify(sent.body, { lineWidth: 100 });
  const stored = { document: pipeline, hash, source: 'user', text, publisher, note } as const;
  return pipelines.put(stored, expected);
}

/**
 * Keeps those who may not start runs from having them started: the triggers of a document act for who stores or promotes it.
 * @throws {Problem} `forbidden`
 */
export function requireToTrigger({ name, rights }: Principal, { triggers = [] }: Pipeline): void {
  if (triggers.length === 0 || rights.has('operate')) return;
  throw new Problem(
    'forbidden',
    `The triggers of a pipeline start runs on behalf of the user who stores it, and ${name} cannot start runs: that ` +
      `needs the role ${rolesWith('operate').join(' or ')}. Remove the triggers, or ask someone with such a role to store it.`,
  );
}
