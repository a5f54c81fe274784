import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Wire } from '../../../activities/models/providers/wires/wire.ts';
import { apiKey } from '../support/gateway.ts';
import { call, setups } from '../support/providers.ts';
import { serveGateway } from '../support/serve-gateway.ts';
import type { Answer, Asked } from '../support/upstream.ts';

const run = promisify(execFile);

/** Installing takes minutes where nothing is cached; it is given up then, and goes on with the next check. */
const installMs = 45_000;

/** Python with the packages of a file, installed once for each content of it; undefined where that cannot be done. */
async function pythonWith(requirements: string): Promise<string | undefined> {
  const file = join(import.meta.dirname, requirements);
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
  const folder = join(homedir(), '.cache', 'baton', `python-clients-${digest}`);
  const python = join(folder, 'bin', 'python');
  const options = { timeout: installMs };
  try {
    if (!existsSync(python)) await run('python3', ['-m', 'venv', folder], options);
    const wanted = ['-q', '--only-binary', ':all:', '--disable-pip-version-check', '-r', file];
    await run(python, ['-m', 'pip', 'install', ...wanted], options);
    return python;
  } catch (error) {
    console.log(
      `Skipped: the Python clients of ${requirements} do not install here (${String(error).slice(0, 300)})`,
    );
    return undefined;
  }
}

const sets = [
  {
    requirements: 'requirements-clients.txt',
    python: await pythonWith('requirements-clients.txt'),
    scripts: ['ask_openai.py', 'ask_anthropic.py', 'ask_langchain.py', 'ask_pydantic_ai.py'],
  },
  {
    requirements: 'requirements-llama-index.txt',
    python: await pythonWith('requirements-llama-index.txt'),
    scripts: ['ask_llama_index.py'],
  },
];

/** Where embeddings are asked for. */
const vectors = ({ input }: { input: unknown }) => ({
  object: 'list',
  data: [input]
    .flat()
    .map((_: unknown, index: number) => ({ object: 'embedding', index, embedding: [0.5, -0.25] })),
  model: 'm',
  usage: { prompt_tokens: 2, total_tokens: 2 },
});

/**
 * Calls the tool when the last thing that was said is CALL, gives a city as JSON for FORM, falls silent in the middle of a
 * stream for SLOW, and says one sentence otherwise.
 */
function answer(providers: readonly { wire: Wire }[], { path, body }: Asked): Answer {
  if (path.endsWith('/embeddings')) return { body: vectors(body) };
  const wire = providers
    .map((provider) => provider.wire)
    .find(({ path: paths, model }) => {
      const isIts = path === paths.whole || path === paths.streamed;
      return isIts && (body.model === undefined || body.model === model);
    });
  if (!wire) return { status: 404, body: { error: { message: `No mock serves ${path}.` } } };
  const last = JSON.stringify((body.messages ?? body.contents ?? [body.input].flat()).at(-1));
  const parts = last.includes('CALL')
    ? { calls: [call] }
    : { text: last.includes('FORM') ? '{"city":"Rome"}' : 'It is sunny.' };
  const isStream = body.stream === true || path !== wire.path.whole;
  if (!isStream) return { body: wire.answer(parts) };
  const events = wire.stream(parts);
  if (!last.includes('SLOW')) return { events };
  return { events: events.slice(0, events.indexOf('sunny')), rest: new Promise(() => {}) };
}

describe.each(setups)('unmodified clients in Python', ({ environment, providers }) => {
  const served = serveGateway({ environment });
  beforeAll(() => served.upstream.script((asked) => answer(providers, asked)));

  describe.each(sets)('of $requirements', ({ python, scripts }) => {
    it.skipIf(!python).each(scripts)(
      '%s',
      async (script) => {
        const variables = {
          PATH: process.env['PATH'],
          BATON_URL: served.gateway.url,
          BATON_KEY: apiKey,
          BATON_MODELS: providers.map(({ model }) => model).join(' '),
        };
        const file = join(import.meta.dirname, script);
        const options = { env: variables, timeout: 100_000 };
        const ended = await run(python!, [file], options).catch(
          (error: { stderr?: string }) => error,
        );
        expect(ended.stderr ?? 'no output').not.toContain('Traceback');
        expect(ended).not.toBeInstanceOf(Error);
      },
      110_000,
    );
  });
});
