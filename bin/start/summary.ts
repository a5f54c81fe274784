import { relative } from 'node:path';
import colors from 'picocolors';
import { domainNotes } from '../../contracts/domain-notes.ts';
import { apiKeyFile, type ApiKey } from '../api-key.ts';
import { domains } from '../domains.ts';
import { startEnvironment } from './env.ts';
import type { StartEnvironment } from './env.ts';

/**
 * What a person wants to know once everything runs, as lines for the terminal.
 * @param given.readyMs how long the start took.
 */
export function summaryLines(given: {
  environment: StartEnvironment;
  apiKey: ApiKey;
  /** Opens one session, once. */
  signInCode: string;
  temporalUiUrl: string | undefined;
  models: { chain: string[]; demo: boolean; missing: string[] };
  /** What domains say of how they are set up, by the note's name. */
  notes: Record<string, string>;
  agentProblems: string[];
  databaseName: string;
  readyMs: number;
}): string[] {
  const { environment, apiKey, signInCode, temporalUiUrl, models, notes, databaseName, readyMs } =
    given;
  const { agentProblems } = given;
  const { BATON_DATA: folder, PORT: port } = environment;
  const command = commandFor(environment);
  const address = `http://127.0.0.1:${port}`;
  const keyPlace =
    apiKey.from === 'BATON_API_KEY'
      ? 'from BATON_API_KEY'
      : `stored in ${relative('', apiKeyFile(folder))}`;
  const rows = {
    'API docs': `${address}/docs`,
    Key: keyPlace,
    'Temporal UI': temporalUiUrl ?? 'unknown; set TEMPORAL_UI_URL',
    Models: models.demo
      ? 'demo model, no LLM. For a real model, set the key of a provider, such as OPENAI_API_KEY, or OLLAMA_HOST'
      : models.chain.join(', then '),
    ...Object.fromEntries(
      domainNotes.flatMap(({ name, title }) => (notes[name] ? [[title, notes[name]]] : [])),
    ),
    Records:
      databaseName === 'PGlite' ? `PGlite in ${relative('', folder) || folder}` : databaseName,
  };
  const width = Math.max(...Object.keys(rows).map((name) => name.length));
  return [
    '',
    colors.bold(`Baton is ready`) + colors.dim(` (${(readyMs / 1000).toFixed(1)} s)`),
    '',
    `  Open ${colors.cyan(`${address}/?code=${signInCode}`)}`,
    colors.dim(`  The link signs you in once, within an hour. For another: ${command} sign-in`),
    '',
    ...Object.entries(rows).map(([name, text]) => `  ${colors.dim(name.padEnd(width))}  ${text}`),
    ...models.missing.map((gap) => colors.yellow(`  Model not available: ${gap}`)),
    ...agentProblems.map((problem) => colors.yellow(`  ${problem}`)),
    '',
    `Next, in another terminal: ${colors.cyan(`${command} ${nextWords()}`)}`,
    colors.dim('Ctrl-C stops Baton. Running work continues at the next start.'),
    '',
  ];
}

/** How another terminal reaches this Baton, where it has not the usual port or folder. */
function commandFor({ BATON_DATA: folder, PORT: port }: StartEnvironment): string {
  const usual = startEnvironment.parse({});
  return [
    ...(port === usual.PORT ? [] : [`PORT=${port}`]),
    ...(folder === usual.BATON_DATA ? [] : [`BATON_DATA=${folder}`]),
    'npx baton',
  ].join(' ');
}

/** Starts a first run; where no domain names one, lists the pipelines that there are. */
function nextWords(): string {
  const [first] = domains.map((domain) => domain.firstRun);
  return first ? `run ${first.pipeline} ${first.inputs} --watch` : 'pipelines';
}
