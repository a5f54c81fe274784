import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { createClient } from '../../code/client/index.ts';
import type { BatonClient, RunHandle } from '../../code/client/index.ts';
import { createRequests } from '../../code/client/requests.ts';
import { sharedRoutes } from '../../code/client/routes.ts';
import type { defineAgent } from '../../code/define-agent.ts';
import { durationMs } from '../../contracts/base/duration.ts';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import type { PipelineDocument } from '../../contracts/pipelines/pipeline.ts';
import { domains } from '../domains.ts';
import { newerNode } from '../newer-node.mjs';
import { findFreePort } from '../start/ports.ts';
import { openScriptedModel } from './scripted-model.ts';
import type { Asked, Script } from './scripted-model.ts';

const program = fileURLToPath(new URL('./program.ts', import.meta.url));
/** Variables that a program needs to run at all. Others may be keys, addresses of real servers, or settings. */
const inherited =
  /^(PATH|HOME|USER|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|NODE_\w+|npm_config_\w+|https?_proxy|no_proxy|XDG_CACHE_HOME|BATON_CACHE|SystemRoot|ComSpec|APPDATA|LOCALAPPDATA|USERPROFILE|SSL_CERT_FILE)$/i;
const key = 'the-key-of-the-tests';
const startMs = 120_000;

/** Asks the program of a test's Baton to skip time. */
export type SkipTime = { number: number; runId: string; ms: number };
type Told = 'ready' | 'final' | { skipped: number; problem?: string };

/** What a run has come to, in the form to compare. */
export type Outcome = {
  status: string;
  output: Json;
  /** The status of each node, by its id. */
  nodes: Record<string, string>;
  /** The tools that it called, in order. */
  tools: { tool: string; args: Json; result: Json; status: string }[];
};

export type TestBaton = BatonClient & {
  /** What the model was asked, in order. */
  asked: Asked[];
  /**
   * Has the time of a run, and of all that it started, jump ahead: waits, deadlines and timeouts that are due then end.
   * @param duration such as `24h`
   */
  skipTime(run: RunHandle, duration: string): Promise<void>;
  outcomeOf(run: RunHandle): Promise<Outcome>;
  /** Ends it, and deletes all that it has kept. */
  close(): Promise<void>;
};

/**
 * A Baton for tests of pipelines: the whole of it, on ports and in a folder of its own, with a model that answers by a
 * script. It takes some seconds: open one for a file of tests.
 * @param options.model what models answer; without it, asking one fails.
 * @param options.agents stored before the tests begin, and so are the pipelines that others run.
 * @param options.extensions the folder of your tools and agents. @default 'extensions'
 * @param options.environment settings as `baton start` has them.
 * @throws {Error} with what Baton says, where it does not start.
 */
export async function openTestBaton(
  options: {
    model?: Script;
    agents?: ReturnType<typeof defineAgent>[];
    pipelines?: PipelineDocument[];
    extensions?: string;
    environment?: Record<string, string>;
  } = {},
): Promise<TestBaton> {
  const { agents = [], pipelines = [], extensions = 'extensions' } = options;
  const model = await openScriptedModel(options.model ?? []);
  const folder = await mkdtemp(join(tmpdir(), 'baton-testing-'));
  const [port, temporalPort] = [await findFreePort(), await findFreePort()];
  const machine = Object.entries(process.env).filter(([name]) => inherited.test(name));
  const child = fork(program, {
    // The tests may run on a Node that is too old for a Baton.
    execPath: newerNode(),
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...Object.fromEntries(machine),
      BATON_DATA: folder,
      BATON_API_KEY: key,
      PORT: String(port),
      BATON_TEMPORAL_PORT: String(temporalPort),
      BATON_EXTENSIONS: resolve(extensions),
      BATON_MODELS: 'openai:scripted',
      OPENAI_API_KEY: 'scripted',
      OPENAI_BASE_URL: model.url,
      ...Object.assign({}, ...domains.map(({ offline }) => offline)),
      ...options.environment,
    },
  });
  async function close(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    model.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  try {
    await untilReady(child);
    const url = `http://127.0.0.1:${port}`;
    const routes = sharedRoutes(createRequests({ address: url, key }));
    for (const agent of agents) await routes.putAgent(agent as JsonObject & { name: string });
    for (const pipeline of pipelines) await routes.putPipeline(pipeline.name, stringify(pipeline));
    return {
      ...createClient({ url, key }),
      asked: model.asked,
      skipTime: ({ id }, duration) => skipTime(child, id, durationMs(duration)),
      async outcomeOf({ id }) {
        const { status, output, nodes } = await routes.run(id);
        const { items } = await routes.steps(id, { limit: 500 });
        const tools = items.flatMap((step) =>
          step.kind === 'tool'
            ? [{ tool: step.name, args: step.input, result: step.output, status: step.status }]
            : [],
        );
        const statuses = nodes.map((node) => [node.id, node.status] as const);
        return { status, output, nodes: Object.fromEntries(statuses), tools };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @throws {Error} with what it has said, where it ends before, or takes two minutes. */
async function untilReady(child: ChildProcess): Promise<void> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  await new Promise<void>((done, reject) => {
    const fail = (why: string) => reject(new Error(`Baton ${why}:\n${said.trim()}`));
    const timer = setTimeout(() => fail('was not ready within two minutes'), startMs);
    child.on('message', (told: Told) => {
      if (told !== 'ready') return;
      clearTimeout(timer);
      done();
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`did not start (exit code ${code})`);
    });
  });
}

let questions = 0;

function skipTime(child: ChildProcess, runId: string, ms: number): Promise<void> {
  const number = (questions += 1);
  return new Promise((done, reject) => {
    child.on('message', function hear(told: Told) {
      if (typeof told === 'string' || told.skipped !== number) return;
      child.off('message', hear);
      if (told.problem === undefined) done();
      else reject(new Error(`The time of ${runId} cannot skip: ${told.problem}`));
    });
    child.send({ number, runId, ms } satisfies SkipTime);
  });
}
