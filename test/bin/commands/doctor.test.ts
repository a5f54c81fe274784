import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Finding } from '../../../bin/commands/doctor/index.ts';
import { unknownSettings } from '../../../bin/commands/doctor/machine.ts';
import { findFreePort } from '../../../bin/start/ports.ts';
import { cachedBinary } from '../../../bin/temporal/cache.ts';
import { apiKey } from '../../api/support/app.ts';
import { openFmpServer } from '../../activities/trading/market/fmp-server.ts';
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
      fix: expect.stringContaining('npx baton start'),
    });
    expect(find('Models from local settings')).toMatchObject({
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
      `${process.versions.node} (installed by Baton; this machine has 20.1.0)`,
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
    expect(find('Tools')).toMatchObject({ status: 'ok', detail: 'none of your own' });
    expect(find('Agents')?.detail).toMatch(/research, .*leader.* can run/);
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
      FMP_API_KEY: 'hunter2',
      FMP_URL: `https://127.0.0.1:${closedPort}/stable/`,
      BATON_NETWORK_HOSTS: `127.0.0.1:${closedPort}`,
      CLICKHOUSE_URL: `http://user:hunter2@127.0.0.1:${closedPort}`,
    });
    expect(code).toBe(1);
    const services = [
      'Database',
      'Redis',
      'Memory',
      'Market data: stocks',
      'Market data: ClickHouse',
    ];
    for (const what of services) {
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

  it('finds a ClickHouse whose table can be read, and one that refuses the query', async () => {
    const clickHouse = createServer((request, response) => {
      let query = '';
      request.setEncoding('utf8').on('data', (text: string) => (query += text));
      request.on('end', () => {
        if (query.includes('FROM bars')) return void response.end('');
        response.writeHead(404, { 'x-clickhouse-exception-code': '60' });
        response.end('Code: 60. DB::Exception: Unknown table expression. (UNKNOWN_TABLE)');
      });
    });
    await new Promise<void>((resolve) => clickHouse.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void clickHouse.close());
    const { port } = clickHouse.address() as AddressInfo;
    const settings = { PORT: closedPort, CLICKHOUSE_URL: `http://127.0.0.1:${port}` };
    const what = 'Market data: ClickHouse';
    const there = await diagnose({ ...settings, BATON_CLICKHOUSE_TABLE: 'bars' });
    expect(there.find(what)).toMatchObject({ status: 'ok', detail: expect.stringMatching('bars') });
    const missing = await diagnose(settings);
    expect(missing.find(what)).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('UNKNOWN_TABLE'),
      fix: expect.stringContaining('BATON_CLICKHOUSE_TABLE'),
    });
  });

  it('asks FMP whether it takes the key, and needs none', async () => {
    const known = await openFmpServer({ quote: () => [{ symbol: 'AAPL', price: 1 }] });
    onTestFinished(() => known.close());
    const settings = {
      PORT: closedPort,
      FMP_URL: known.base,
      BATON_NETWORK_HOSTS: new URL(known.base).host,
    };
    const what = 'Market data: stocks';
    const taken = await diagnose({ ...settings, FMP_API_KEY: known.key });
    expect(taken.find(what)).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('AAPL'),
    });
    expect(known.asked).toEqual(['quote?symbol=AAPL']);
    const refused = await diagnose({ ...settings, FMP_API_KEY: 'another' });
    expect(refused.find(what)).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('refused the key'),
    });
    const none = await diagnose({ PORT: closedPort });
    expect(none.find(what)).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('not set'),
    });
  });

  it('tells which agents can run, what others lack, and what is wrong with files', async () => {
    const extensions = await mkdtemp(join(tmpdir(), 'baton-extensions-'));
    onTestFinished(() => rm(extensions, { recursive: true }));
    await mkdir(join(extensions, 'agents'));
    const poor = 'name: poor\nrole: Poor\ninstructions: Do it.\nmodels: [openai:gpt-5.2]\n';
    const tools = 'tools: [read_file, translate_text, generate_image]\n';
    await writeFile(join(extensions, 'agents', 'poor.yaml'), poor + tools);
    await writeFile(join(extensions, 'agents', 'odd.yaml'), poor.replace('role: Poor', 'rol: Odd'));
    const { code, output } = await startCommand(['doctor'], {
      env: { ...quiet, PORT: closedPort, BATON_EXTENSIONS: extensions },
    }).ended;
    expect(code).toBe(1);
    expect(output).toMatch(/research.* can run/);
    expect(output).toMatch(/poor cannot run: model openai:gpt-5\.2[^]*→ set OPENAI_API_KEY/);
    expect(output).toMatch(/poor cannot run: tool read_file is not set up[^]*→ set BATON_FILES/);
    expect(output).toMatch(
      /tool translate_text is not set up[^]*→ set the key of a model provider/,
    );
    expect(output).toMatch(/tool generate_image is not set up[^]*→ set one of OPENAI_API_KEY/);
    expect(output).toMatch(/odd\.yaml:2:1 rol field rol not found[^]*→ did you mean role\?/);
  });

  it('warns of settings that it does not know, with the one that is meant', async () => {
    const { code, output } = await diagnose({
      PORT: closedPort,
      BATON_MODEL: 'demo:trend',
      BATON_MARKET_SOURCE: 'sample',
      BATON_ODD: 'x',
      BATON_KETTLE: '',
    });
    const found = (JSON.parse(output) as Finding[]).filter(({ what }) => what === 'Settings');
    expect(code).toBe(0);
    expect(found).toMatchObject([
      { status: 'warn', detail: 'BATON_MODEL is not a setting', fix: 'did you mean BATON_MODELS?' },
      { status: 'warn', fix: 'did you mean BATON_MARKET_SOURCES?' },
      {
        status: 'warn',
        detail: 'BATON_ODD is not a setting',
        fix: expect.stringContaining('docs'),
      },
    ]);
  });

  it('knows each setting that the documentation names', async () => {
    const docs = new URL('../../../docs/', import.meta.url);
    const files = await readdir(docs, { recursive: true });
    const texts = await Promise.all(
      files
        .filter((file) => file.endsWith('.md'))
        .map((file) => readFile(new URL(file, docs), 'utf8')),
    );
    const names = new Set(texts.join('\n').match(/\bBATON_[A-Z0-9_]*[A-Z0-9]\b/g));
    expect(names.size).toBeGreaterThan(30);
    const all = Object.fromEntries([...names, 'BATON_LAUNCHER_NODE'].map((name) => [name, 'x']));
    expect(unknownSettings(all)).toEqual([]);
  });

  it('asks the OpenID provider, and says which of its settings is missing', async () => {
    const url = `http://127.0.0.1:${closedPort}`;
    const { find } = await diagnose({
      BATON_OIDC_ISSUER: url,
      BATON_OIDC_CLIENT_ID: 'baton',
      BATON_OIDC_ROLES: '*=viewer',
      BATON_PUBLIC_URL: url,
    });
    expect(find('Single sign-on')).toMatchObject({
      status: 'fail',
      detail: `127.0.0.1:${closedPort}: ECONNREFUSED`,
      fix: expect.stringContaining('BATON_OIDC_ISSUER'),
    });
    const { find: findMissing } = await diagnose({ BATON_OIDC_ISSUER: url });
    expect(findMissing('Single sign-on')).toBeUndefined();
    expect(findMissing('Settings')?.detail).toContain('BATON_OIDC_CLIENT_ID: write the id');
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
