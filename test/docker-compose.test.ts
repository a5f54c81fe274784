import { execFile } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { apiEnvironment, requestLimitEnvironment } from '../api/env.ts';
import { serverSettings } from '../bin/temporal/server.ts';
import { isRecentEnough } from '../bin/temporal/version.ts';
import { readEnvironment } from '../contracts/base/read-environment.ts';
import { temporalEnvironment } from '../contracts/temporal/temporal.ts';
import { codecPath, temporalUiPath } from '../contracts/temporal/temporal-ui.ts';
import { workerEnvironment } from '../workers/env.ts';
import packageJson from '../package.json' with { type: 'json' };

const serviceSchema = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  restart: z.string(),
  container_name: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  configs: z.array(z.object({ source: z.string() })).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
});

const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.null()),
  configs: z.record(z.string(), z.object({ content: z.string() })),
});

const source = readFileSync('docker-compose.yml', 'utf8');
const { services, volumes, configs } = composeSchema.parse(parse(source, { merge: true }));
const secrets = {
  BATON_API_KEY: 'a1'.repeat(24),
  POSTGRES_PASSWORD: 'b2'.repeat(24),
  BATON_KEYS: `main:${'c3'.repeat(21)}c=`,
};

function service(name: string) {
  const found = services[name];
  if (!found) throw new Error(`there is no service ${name}`);
  return found;
}

/** Puts values in the place of `${NAME}`, `${NAME:-default}` and `${NAME:?message}`, as Compose does. */
function substitute(text: string, given: Record<string, string>): string {
  return text.replaceAll(
    /\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (whole, name?: string, operator?: string, operand = '') => {
      if (name === undefined) return '$';
      const value = given[name];
      if (value) return value;
      if (operator === '?') throw new Error(`${name}: ${operand}`);
      return operator === '-' ? operand : '';
    },
  );
}

function environmentOf(name: string, given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(service(name).environment).map(([key, value]) => [
      key,
      substitute(value, given),
    ]),
  );
}

const processes = { api: apiEnvironment, worker: workerEnvironment };

describe.each(Object.entries(processes))('the %s in docker-compose.yml', (name, schema) => {
  it('is given only variables that it knows', () => {
    expect(Object.keys(schema.shape)).toEqual(
      expect.arrayContaining(Object.keys(service(name).environment)),
    );
  });

  it('takes the values that it is given', () => {
    expect(() => readEnvironment(schema, environmentOf(name, secrets))).not.toThrow();
  });

  it('runs a file that is there', () => {
    const [program, file = ''] = service(name).command ?? [];
    expect(program).toBe('node');
    expect(existsSync(file)).toBe(true);
  });

  it('connects to services that are there', () => {
    const environment = environmentOf(name, secrets);
    const { DATABASE_URL, TEMPORAL_ADDRESS, REDIS_URL } = environment;
    const urls = [
      DATABASE_URL,
      `temporal://${TEMPORAL_ADDRESS}`,
      ...(REDIS_URL ? [REDIS_URL] : []),
    ];
    const hosts = urls.map((url) => new URL(url ?? '').hostname);
    expect(Object.keys(services)).toEqual(expect.arrayContaining(hosts));
  });
});

describe('docker-compose.yml', () => {
  const all = Object.entries(services);

  it('passes every setting of the worker on, but for those of other ways to run it', () => {
    const others = Object.keys(temporalEnvironment.shape).concat('BATON_DATA');
    const settable = Object.keys(service('worker').environment).concat(others);
    expect([...new Set(settable)].toSorted()).toEqual(
      Object.keys(workerEnvironment.shape).toSorted(),
    );
  });

  it('passes the limits of requests on to the API', () => {
    const limits = Object.keys(requestLimitEnvironment.shape);
    expect(Object.keys(service('api').environment)).toEqual(expect.arrayContaining(limits));
  });

  it.each(Object.keys(secrets))('does not start without %s, and says where to set it', (secret) => {
    const given = { ...secrets, [secret]: '' };
    expect(() => substitute(source, given)).toThrow(`${secret}: set it in .env`);
    expect(readFileSync('.env.example', 'utf8')).toMatch(new RegExp(`^${secret}=$`, 'm'));
  });

  it('holds no secret itself', () => {
    const named = all.flatMap(([, { environment }]) => Object.entries(environment));
    const kept = named.filter(([key]) => /KEYS?$|PASSWORD$|PWD$|TOKEN$/.test(key));
    expect(kept.length).toBeGreaterThan(0);
    const isGiven = /^(\$\{\w+:(\?[^}]+|-)\}|\/certificates\/\w+\.key)$/;
    expect(kept.filter(([, value]) => !isGiven.test(value))).toEqual([]);
  });

  it.each(all)('lets %s wait only for what can come', (_name, { depends_on }) => {
    for (const [other, { condition }] of Object.entries(depends_on)) {
      const { healthcheck, restart } = service(other);
      const isMet = {
        service_healthy: healthcheck !== undefined,
        service_completed_successfully: restart.startsWith('on-failure'),
      }[condition];
      expect(isMet, `${other}: ${condition}`).toBe(true);
    }
  });

  it.each(all)('pins the image of %s', (_name, { image }) => {
    expect(substitute(image, {})).toMatch(/^[\w/-]+:v?\d+\.\d+(\.\d+)?(-[\w.]+)?$/);
  });

  it('gives our image the version of the package', () => {
    expect([service('api').image, service('worker').image]).toEqual([
      `baton:${packageJson.version}`,
      `baton:${packageJson.version}`,
    ]);
  });

  it('declares the volumes and configs that services use, and no others', () => {
    // A folder of this machine is no volume.
    const isVolume = (name: string) => !/^[.$/]/.test(name);
    const used = all.flatMap(([, { volumes: mounts }]) =>
      mounts.map((mount) => mount.split(':')[0] ?? '').filter(isVolume),
    );
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(volumes).toSorted());
    const read = all.flatMap(([, given]) => given.configs.map((config) => config.source));
    expect(read.toSorted()).toEqual(Object.keys(configs).toSorted());
  });

  it('listens on this machine alone, each port once', () => {
    const published = all.flatMap(([, { ports }]) => ports.map((port) => substitute(port, {})));
    expect(published.length).toBeGreaterThan(0);
    expect(published.filter((port) => !/^127\.0\.0\.1:\d+:\d+$/.test(port))).toEqual([]);
    const hostPorts = published.map((port) => port.split(':')[1]);
    expect(new Set(hostPorts).size).toBe(hostPorts.length);
  });

  it('publishes the API where it listens, and nothing else', () => {
    const { PORT, BATON_HOST } = environmentOf('api', { ...secrets, PORT: '4000' });
    expect(BATON_HOST).toBe('0.0.0.0');
    expect(substitute(service('api').ports[0] ?? '', { PORT: '4000' })).toBe(
      `127.0.0.1:${PORT}:${PORT}`,
    );
    expect(all.filter(([, { ports }]) => ports.length > 0).map(([name]) => name)).toEqual(['api']);
  });

  it('serves the Temporal UI through the API, which decodes for it', () => {
    const { TEMPORAL_UI_UPSTREAM = '' } = environmentOf('api', secrets);
    const { hostname, port } = new URL(TEMPORAL_UI_UPSTREAM);
    expect([hostname, port]).toEqual(['temporal-ui', '8080']);
    expect(service('temporal-ui').environment).toMatchObject({
      TEMPORAL_UI_PUBLIC_PATH: temporalUiPath,
      TEMPORAL_CODEC_ENDPOINT: codecPath,
    });
  });

  it('lets only those reach Temporal who show a certificate, and gives it to those who do', () => {
    const { environment, volumes: ofServer } = service('temporal');
    expect(environment['TEMPORAL_TLS_REQUIRE_CLIENT_AUTH']).toBe('true');
    expect(ofServer).toEqual(['server-certificates:/certificates:ro']);
    const clients = all.filter(([, given]) => 'TEMPORAL_ADDRESS' in given.environment);
    expect(clients.map(([name]) => name)).toEqual([
      'api',
      'worker',
      'worker-previous',
      'temporal-namespace',
      'temporal-ui',
    ]);
    for (const [name, given] of clients) {
      expect(given.volumes, name).toContain('client-certificates:/certificates:ro');
      expect(Object.values(given.environment), name).toEqual(
        expect.arrayContaining(
          ['ca.pem', 'client.pem', 'client.key'].map((file) => `/certificates/${file}`),
        ),
      );
    }
  });

  it('makes certificates once, that fit each other and the name of the server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'baton-compose-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const [server, client] = [join(folder, 'server'), join(folder, 'client')];
    await Promise.all([mkdir(server), mkdir(client)]);
    const script = substitute(service('temporal-certificates').command?.[0] ?? '', {})
      .replaceAll('/server/', `${server}/`)
      .replaceAll(/\/client$/gm, client)
      .replaceAll(/\/server$/gm, server);
    const make = () => promisify(execFile)('sh', ['-euc', script], { cwd: folder });
    await make();
    const files = await readdir(folder, { recursive: true });
    expect(files.filter((name) => name.includes('/')).toSorted()).toEqual([
      'client/ca.pem',
      'client/client.key',
      'client/client.pem',
      'server/ca.pem',
      'server/ready',
      'server/server.key',
      'server/server.pem',
    ]);
    const ca = new X509Certificate(await readFile(join(client, 'ca.pem')));
    for (const [path, name] of [
      [join(server, 'server'), 'temporal'],
      [join(client, 'client'), 'baton'],
    ] as const) {
      const certificate = new X509Certificate(await readFile(`${path}.pem`));
      expect(certificate.verify(ca.publicKey)).toBe(true);
      expect(certificate.checkPrivateKey(createPrivateKey(await readFile(`${path}.key`)))).toBe(
        true,
      );
      expect(certificate.checkHost(name)).toBe(name);
    }
    const before = await readFile(join(client, 'ca.pem'), 'utf8');
    await make();
    expect(await readFile(join(client, 'ca.pem'), 'utf8')).toBe(before);
  });

  it('runs as many workers as are asked for', () => {
    const { container_name, ports } = service('worker');
    expect(container_name).toBeUndefined();
    expect(ports).toEqual([]);
  });

  it('runs a Temporal server that is recent enough, with tools of its version', () => {
    const version = service('temporal').image.split(':')[1] ?? '';
    expect(isRecentEnough(version)).toBe(true);
    for (const job of ['temporal-schema', 'temporal-namespace']) {
      expect(service(job).image).toBe(`temporalio/admin-tools:${version}`);
    }
  });

  it('has the settings of Temporal that users notice from the server of `npm start` does', () => {
    const { content } = configs['temporal-dynamic-config'] ?? { content: '' };
    const setting = z.tuple([z.strictObject({ value: z.json() })]);
    const settings = z.record(z.string(), setting).parse(parse(content));
    const commands = [
      'system.enableCancelActivityWorkerCommand',
      'frontend.WorkerCommandsEnabled',
      'matching.enableFairness',
      'matching.numTaskqueueReadPartitions',
      'matching.numTaskqueueWritePartitions',
      'worker.schedulerNamespaceStartWorkflowRPS',
    ] as const;
    for (const name of commands) {
      expect(settings[name]?.[0].value, name).toBe(serverSettings.dynamicConfig[name]);
    }
  });
});
