import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Finding } from '../../../bin/commands/doctor/index.ts';
import { findFreePort } from '../../../bin/start/ports.ts';
import { cachedBinary } from '../../../bin/temporal/cache.ts';
import { apiKey } from '../../api/support/app.ts';
import { openTestServer, startCommand } from './support.ts';
import type { TestServer } from './support.ts';

let server: TestServer;
let closedPort: string;
let quiet: Record<string, string>;

beforeAll(async () => {
  server = await openTestServer();
  closedPort = String(await findFreePort());
  // What is asked over the network is asked of nobody.
  quiet = {
    BATON_DATA: join(tmpdir(), 'baton-doctor'),
    BATON_TEMPORAL_PORT: closedPort,
    OLLAMA_HOST: `127.0.0.1:${closedPort}`,
  };
});
afterAll(() => server.close());

async function diagnose(env: Record<string, string>) {
  const { code, output } = await startCommand(['doctor', '--json'], { env: { ...quiet, ...env } })
    .ended;
  const findings = JSON.parse(output) as Finding[];
  const find = (name: string) => findings.find(({ what }) => what === name);
  return { code, output, find };
}

describe('baton doctor', () => {
  it('passes without a server, and says how to start one', async () => {
    const { code, find } = await diagnose({ PORT: closedPort });
    expect(code).toBe(0);
    expect(find('Server')).toMatchObject({
      status: 'warn',
      fix: expect.stringContaining('npm start'),
    });
    expect(find('Models by the settings here')).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining('demo model, no LLM'),
    });
    expect(find('Market data: SPX')).toMatchObject({ status: 'ok' });
  });

  it('tells the Node that it was started with, and the temporal command of its server', async () => {
    const cache = await mkdtemp(join(tmpdir(), 'baton-cache-'));
    onTestFinished(() => rm(cache, { recursive: true }));
    const program = cachedBinary(cache);
    await writeFile(program, '', { mode: 0o755 });
    const { find } = await diagnose({
      PORT: closedPort,
      BATON_CACHE: cache,
      BATON_LAUNCHER_NODE: '20.1.0',
    });
    expect(find('Node')?.detail).toBe(
      `${process.versions.node} (Baton's own; this machine's is 20.1.0)`,
    );
    // A machine may have a command of its own, which Baton then takes.
    expect(find('Temporal CLI')?.detail).toMatch(
      new RegExp(`^(temporal|${program}) workflow list --address 127.0.0.1:${closedPort}$`),
    );
  });

  it('asks a running server what it has', async () => {
    const { code, find } = await diagnose({ BATON_URL: server.address, BATON_API_KEY: apiKey });
    expect(code).toBe(0);
    expect(find('Key')).toMatchObject({ status: 'ok' });
    expect(find('Server: workers')).toMatchObject({ status: 'ok' });
    expect(find('Agents')?.detail).toMatch(/research, .*leader can run/);
  });

  it('fails on a key that the server does not take', async () => {
    const { code, find } = await diagnose({
      BATON_URL: server.address,
      BATON_API_KEY: 'another-key-01234567',
    });
    expect(code).toBe(1);
    expect(find('Key')).toMatchObject({ status: 'fail' });
  });

  it('fails on services that are configured and not there, and shows no secret', async () => {
    const { code, output, find } = await diagnose({
      PORT: closedPort,
      DATABASE_URL: `postgres://user:hunter2@127.0.0.1:${closedPort}/baton`,
      REDIS_URL: `redis://:hunter2@127.0.0.1:${closedPort}`,
      QDRANT_URL: `http://127.0.0.1:${closedPort}`,
      OPENAI_API_KEY: 'hunter2',
    });
    expect(code).toBe(1);
    for (const what of ['Database', 'Redis', 'Memory']) {
      expect(find(what)).toMatchObject({ status: 'fail', fix: expect.any(String) });
    }
    expect(find('OPENAI_API_KEY')).toMatchObject({ detail: 'set' });
    expect(output).not.toContain('hunter2');
  });

  it('finds a Qdrant that answers', async () => {
    const asked: string[] = [];
    const qdrant = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.setHeader('content-type', 'application/json');
      response.end('{"result":{"collections":[]},"status":"ok","time":0}');
    });
    await new Promise<void>((resolve) => qdrant.listen(0, '127.0.0.1', resolve));
    const { port } = qdrant.address() as AddressInfo;
    const { find } = await diagnose({
      PORT: closedPort,
      QDRANT_URL: `http://127.0.0.1:${port}`,
    });
    qdrant.close();
    expect(find('Memory')).toMatchObject({ status: 'ok' });
    expect(asked).toEqual(['/collections']);
  });

  it('tells which agents can run, what others lack, and what is wrong with files', async () => {
    const extensions = await mkdtemp(join(tmpdir(), 'baton-extensions-'));
    onTestFinished(() => rm(extensions, { recursive: true }));
    await mkdir(join(extensions, 'agents'));
    const poor = 'name: poor\nrole: Poor\ninstructions: Do it.\nmodels: [openai:gpt-5.2]\n';
    await writeFile(join(extensions, 'agents', 'poor.yaml'), poor);
    await writeFile(join(extensions, 'agents', 'odd.yaml'), poor.replace('role: Poor', 'rol: Odd'));
    const { code, output } = await startCommand(['doctor'], {
      env: { ...quiet, PORT: closedPort, BATON_EXTENSIONS: extensions },
    }).ended;
    expect(code).toBe(1);
    expect(output).toMatch(/research.* can run/);
    expect(output).toMatch(/poor cannot run: model openai:gpt-5\.2[^]*→ set OPENAI_API_KEY/);
    expect(output).toMatch(/odd\.yaml:2:1 rol there is no field rol[^]*→ did you mean role\?/);
  });

  it('lists every setting that cannot be used, once', async () => {
    const { code, find, output } = await diagnose({ PORT: 'many', BATON_MARKET_START: 'soon' });
    expect(code).toBe(1);
    expect(find('Settings')?.detail).toMatch(
      /PORT[^]*BATON_MARKET_START|BATON_MARKET_START[^]*PORT/,
    );
    expect(output.match(/BATON_MARKET_START/g)).toHaveLength(1);
  });
});
