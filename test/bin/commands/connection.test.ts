import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../bin/start/ports.ts';
import { apiKey } from '../../api/support/app.ts';
import { openTestServer, startCommand } from './support.ts';
import type { TestServer } from './support.ts';

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await openTestServer();
  folder = await mkdtemp(join(tmpdir(), 'baton-key-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const runs = (env: Record<string, string>) => startCommand(['runs'], { env }).ended;

describe('a command', () => {
  it('finds the server by PORT and the key in the data folder', async () => {
    await writeFile(join(folder, 'api-key'), `${apiKey}\n`);
    const { port } = new URL(server.address);
    expect(await runs({ PORT: port, BATON_DATA: folder })).toMatchObject({ code: 0 });
  });

  it('says what to start when nothing answers', async () => {
    const port = String(await findFreePort());
    const { code, warnings } = await runs({ PORT: port, BATON_API_KEY: apiKey });
    expect(code).toBe(1);
    expect(warnings).toContain(`http://127.0.0.1:${port}`);
    expect(warnings).toContain('npx baton start');
  });

  it('says where a key could come from when there is none', async () => {
    const { code, warnings } = await runs({
      BATON_URL: server.address,
      BATON_DATA: join(folder, 'none'),
    });
    expect(code).toBe(1);
    expect(warnings).toContain('BATON_API_KEY');
  });

  it('passes on that the key is wrong, without showing it', async () => {
    const { code, warnings } = await runs({
      BATON_URL: server.address,
      BATON_API_KEY: 'wrong-key-0123456',
    });
    expect(code).toBe(1);
    expect(warnings).toContain('The API key is wrong');
    expect(warnings).not.toContain('wrong-key-0123456');
  });

  it('names a setting that cannot be used', async () => {
    const { code, warnings } = await runs({ PORT: 'many', BATON_API_KEY: apiKey });
    expect(code).toBe(2);
    expect(warnings).toContain('PORT: a port number from 1 to 65535, such as 3000');
  });

  it('that does not exist points to the help', async () => {
    const warnings = await new Promise((resolve) => {
      execFile(process.execPath, ['bin/main.ts', 'rnus'], (_error, _output, text) => resolve(text));
    });
    expect(warnings).toContain('npx baton --help');
  });

  it('ends quietly when nobody reads its output to the end', async () => {
    const child = spawn(process.execPath, ['bin/main.ts', 'runs'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, BATON_URL: server.address, BATON_API_KEY: apiKey },
    });
    let warnings = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (warnings += text));
    child.stdout.destroy();
    const [code] = await once(child, 'close');
    expect({ code, warnings }).toEqual({ code: 0, warnings: '' });
  });

  it.each([[['rnus']], [['run']], [['runs', '--status', 'done']], [['run', 'x', '--input', 'y']]])(
    'that is not understood ends with 2: %s',
    async (args) => {
      const code = await new Promise((resolve) => {
        execFile(process.execPath, ['bin/main.ts', ...args], (error) => resolve(error?.code));
      });
      expect(code).toBe(2);
    },
  );
});
