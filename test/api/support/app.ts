import { fileURLToPath } from 'node:url';
import type { InjectOptions } from 'fastify';
import { allTools } from '../../../workers/compose/all-tools.ts';
import { toolSpecOf } from '../../../activities/tool-kit/tool.ts';
import { buildApp } from '../../../api/app.ts';
import type { AppOptions } from '../../../api/app.ts';
import { domains } from '../../../api/domains.ts';
import { linksTo } from '../../../api/base/links.ts';
import { createServices } from '../../../api/services.ts';
import { createMemoryBus } from '../../../bus/create-bus.ts';
import { builtInAgents } from '../../../contracts/agents/index.ts';
import { fakeTemporal } from './fake-temporal.ts';
import { openTestDatabase } from '../../support/databases.ts';
import { testKeyring } from '../../support/keyring.ts';

const shipped = await allTools();

export const apiKey = 'a-key-for-tests-only';
const pipelinesFolder = fileURLToPath(new URL('./pipelines', import.meta.url));

const published = {
  tools: shipped.map((tool) => toolSpecOf(tool, {})),
  agents: builtInAgents,
  agentFiles: {},
  fileProblems: [],
  plan: 'premium' as const,
  switches: { aiTrading: true },
  allowedTools: null,
  models: { chain: ['demo:trend'], demo: true },
  notes: { marketData: 'sample data' },
};

/**
 * The app over an empty database in memory and a fake Temporal.
 * @param options.withWorker whether a worker has said what it can do
 */
export async function openTestApp({
  withWorker = true,
  ...options
}: { withWorker?: boolean } & Partial<AppOptions> = {}) {
  const temporal = fakeTemporal();
  const database = options.database ?? (await openTestDatabase());
  const bus = options.bus ?? createMemoryBus();
  const links = linksTo({ publicUrl: 'http://127.0.0.1:3000', namespace: 'default' });
  const services = createServices({
    database,
    bus,
    keyring: testKeyring,
    temporal: temporal.client,
    links,
    resolveEffects: (db) => domains.map((domain) => domain.resolveEffects(db)),
  });
  if (withWorker) await services.catalog.publish(published);
  const app = await buildApp({
    database,
    bus,
    keyring: testKeyring,
    temporal: temporal.client,
    apiKey,
    host: '127.0.0.1',
    port: 3000,
    temporalUiUrl: 'http://127.0.0.1:8233',
    pipelinesFolder,
    logger: false,
    ...options,
  });
  await app.ready();

  /** Sends a request with the key; gives the status and the answer's JSON, if it has any. */
  async function ask(
    method: 'GET' | 'PATCH' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    rest: InjectOptions = {},
  ) {
    const headers = { authorization: `Bearer ${apiKey}`, ...rest.headers };
    const response = await app.inject({ method, url, ...rest, headers });
    const body = response.body === '' ? undefined : response.json();
    return { status: response.statusCode, headers: response.headers, body };
  }

  /** Opens a session with a key, as the sign-in page does. @returns the answer, with the session's cookie. */
  async function signIn(headers: Record<string, string> = {}, key = apiKey) {
    const form = new URLSearchParams({ key, next: '/runs' });
    const response = await app.inject({
      method: 'POST',
      url: '/sign-in',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      payload: form.toString(),
    });
    const [cookie] = response.cookies;
    return { response, cookie: `${cookie?.name}=${cookie?.value}` };
  }

  /** Signs a user in by a link. @returns what a page of the app then sends along. */
  async function visit(user: string) {
    const { body } = await ask('POST', '/api/v1/sign-in-links', { payload: { user } });
    const { pathname, search } = new URL(body.link);
    const { cookies } = await app.inject({ url: pathname + search });
    return { cookie: `${cookies[0]?.name}=${cookies[0]?.value}`, 'sec-fetch-site': 'same-origin' };
  }

  /** A key that a user with roles made in person. */
  async function ownKey(user: string): Promise<string> {
    const headers = await visit(user);
    const payload = { name: 'own' };
    const made = await app.inject({ method: 'POST', url: '/api/v1/keys', headers, payload });
    return made.json().key;
  }

  return {
    app,
    signIn,
    visit,
    ownKey,
    database,
    temporal,
    services,
    publish: () => services.catalog.publish(published),
    ask,
    get: (url: string) => ask('GET', url),
    post: (url: string, payload: object) => ask('POST', url, { payload }),
    async close() {
      await app.close();
      await database.close();
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;
