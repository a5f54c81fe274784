import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { openai as wire } from '../../../activities/models/providers/wires/openai.ts';
import { apiKey } from '../support/gateway.ts';
import { call } from '../support/providers.ts';
import { serveGateway } from '../support/serve-gateway.ts';
import type { Asked } from '../support/upstream.ts';

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
    python: await pythonWith('requirements-clients.txt'),
    scripts: ['ask_openai.py', 'ask_anthropic.py', 'ask_langchain.py', 'ask_pydantic_ai.py'],
  },
  { python: await pythonWith('requirements-llama-index.txt'), scripts: ['ask_llama_index.py'] },
];

const served = serveGateway();

/** Calls the tool when the last thing that was said is CALL, and says one sentence otherwise. */
function answer({ path, body }: Asked) {
  if (path.endsWith('/embeddings')) {
    const data = [body.input].flat().map((_: unknown, index: number) => ({
      object: 'embedding',
      index,
      embedding: [0.5, -0.25],
    }));
    return {
      body: { object: 'list', data, model: 'm', usage: { prompt_tokens: 2, total_tokens: 2 } },
    };
  }
  const isCall = JSON.stringify(body.messages.at(-1)).includes('CALL');
  const parts = isCall ? { calls: [call] } : { text: 'It is sunny.' };
  return body.stream ? { events: wire.stream(parts) } : { body: wire.answer(parts) };
}

beforeAll(() => served.upstream.script(answer));

describe.each(sets)('unmodified clients in Python', ({ python, scripts }) => {
  it.skipIf(!python).each(scripts)(
    '%s',
    async (script) => {
      const environment = {
        PATH: process.env['PATH'],
        BATON_URL: served.gateway.url,
        BATON_KEY: apiKey,
        BATON_MODEL: 'openai/gpt-5.2',
      };
      const file = join(import.meta.dirname, script);
      const ended = await run(python!, [file], { env: environment, timeout: 60_000 }).catch(
        (error: { stderr?: string }) => error,
      );
      expect(ended.stderr ?? 'no output').not.toContain('Traceback');
      expect(ended).not.toBeInstanceOf(Error);
    },
    70_000,
  );
});
