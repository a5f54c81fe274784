import type { FieldProblem } from '../../contracts/api/index.ts';
import { readFile } from 'node:fs/promises';
import type { ApiClient } from '../client/api-client.ts';
import { deployAgent, deployPipeline } from '../client/deploy-documents.ts';
import type { Named } from '../client/deploy-documents.ts';
import { CommandError, ServerNotRunning } from '../client/errors.ts';
import { codeProblemLines } from '../client/pipeline-file.ts';
import { checkProject } from './check-project.ts';
import { loadFile } from './load-file.ts';

const isTest = (file: string) => /\.(test|spec)\.[cm]?ts$/.test(file);
const isSource = (file: string) => /\.[cm]?ts$/.test(file) && !/\.d\.[cm]?ts$/.test(file);
const defines = /\bdefine(?:Pipeline|Agent)\s*[(<]/;

/** A document that a file defines. */
type Defined = { kind: 'agent' | 'pipeline'; document: Named; file: string };

/** What a round has come to. */
export type Round = {
  /** What is wrong, by line. Nothing of a file with a mistake is deployed. */
  problems: string[];
  /** What was deployed and what already was, in words. */
  told: string[];
};

/**
 * Checks the types of a project, runs its files that define pipelines and agents, and deploys what they define. A file
 * with a mistake keeps the others from nothing; a mistake in types may be anywhere, so nothing is deployed then.
 * @param files of the project, in order.
 */
export async function deployRound(
  client: ApiClient,
  files: readonly string[],
  { force, signal }: { force: boolean; signal: AbortSignal },
): Promise<Round> {
  const sources = files.filter(isSource);
  const [types = [], loaded] = await Promise.all([
    checkProject(sources, signal),
    loadAll(
      sources.filter((file) => !isTest(file)),
      signal,
    ),
  ]);
  const problems = [...types.map(({ text }) => text), ...loaded.problems];
  if (signal.aborted) return { problems: [], told: [] };
  // A mistake in a test says nothing of what is deployed.
  if (types.some(({ file }) => !isTest(file))) return { problems, told: [] };
  const { told, refused } = await deployAll(client, loaded.defined, force);
  return { problems: [...problems, ...refused], told };
}

async function loadAll(files: readonly string[], signal: AbortSignal) {
  const defined: Defined[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (!defines.test(text)) continue;
    const loaded = await loadFile(file, signal);
    if ('problems' in loaded) problems.push(...loaded.problems);
    else {
      defined.push(...loaded.agents.map((document) => of('agent', document, file)));
      defined.push(...loaded.pipelines.map((document) => of('pipeline', document, file)));
    }
  }
  return { defined: defined.filter((one) => isFirst(one, defined, problems)), problems };
}

const of = (kind: Defined['kind'], document: Named, file: string): Defined => ({
  kind,
  document,
  file,
});

/** What a file passes on from another is one definition; two of one name are a mistake. */
function isFirst(one: Defined, all: readonly Defined[], problems: string[]): boolean {
  const { kind, document, file } = one;
  const first = all.find((other) => other.kind === kind && other.document.name === document.name)!;
  if (first === one) return true;
  if (JSON.stringify(first.document) !== JSON.stringify(document)) {
    problems.push(
      `${file}:1  ${kind} ${document.name} is defined in ${first.file} too; give one of them another name`,
    );
  }
  return false;
}

/** Agents first, and a pipeline after those that it runs, whatever files they are in. */
async function deployAll(client: ApiClient, defined: readonly Defined[], force: boolean) {
  const told: string[] = [];
  const agents = defined.filter(({ kind }) => kind === 'agent');
  let waiting = [...agents, ...defined.filter(({ kind }) => kind === 'pipeline')];
  for (;;) {
    const refused: string[] = [];
    const again: Defined[] = [];
    for (const one of waiting) {
      try {
        await deployOne(client, one, { force, print: (line = '') => told.push(line) });
      } catch (error) {
        if (!(error instanceof CommandError) || error instanceof ServerNotRunning) throw error;
        refused.push(error.message);
        again.push(one);
      }
    }
    if (again.length === 0 || again.length === waiting.length) return { told, refused };
    waiting = again;
  }
}

async function deployOne(
  client: ApiClient,
  { kind, document, file }: Defined,
  { force, print }: { force: boolean; print: (line?: string) => void },
): Promise<void> {
  if (kind === 'agent') {
    return deployAgent(client, { print }, { agent: document, file }, { force });
  }
  const code = await readFile(file, 'utf8');
  const describe = (problems: readonly FieldProblem[]) =>
    codeProblemLines({ name: file, code, document }, problems);
  return deployPipeline(client, { print }, { pipeline: document, file, describe }, { force });
}
