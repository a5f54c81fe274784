import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../support/webhook-receiver.ts';
import { apiKey, runOf, startBaton, untilStatus } from './support/baton.ts';
import type { Baton } from './support/baton.ts';
import { openaiServer } from './support/model-server.ts';
import { filesOf, rowsOf, startCollector } from './support/written-places.ts';
import type { Asked, Scripted } from './support/model-server.ts';

/** What is given to Baton and is to be in no place that it writes. */
const given = {
  'key of a provider': 'provider-secret-7f3b',
  'key of a data source': 'source-secret-91cc',
  'secret of webhooks': 'webhook-secret-of-the-tests-5a',
  'password of a mail server': 'mail-secret-22d0',
};

/** What people, models and tools say, and is to be in no place that Baton writes. */
const said = {
  'input of a run': 'said-in-the-input',
  'answer of a model': 'said-by-the-model',
  'argument of a tool': '7171.25',
  'result of a tool': '1828.75',
  'argument of an agent’s tool': '8181.25',
  'chat of the gateway': 'said-in-the-chat',
  'comment of a decision': 'said-with-the-decision',
  'instructions of a stored agent': 'said-in-the-instructions',
  'instructions of a stored pipeline': 'said-in-the-pipeline',
  'comment in the text of a stored pipeline': 'said-beside-the-pipeline',
};

const trade = (entryPrice: string) => ({
  side: 'long',
  entryPrice,
  stopPrice: '7000',
  targetPrice: '9000',
});

function script({ messages }: Asked): Scripted {
  const asked = JSON.stringify(messages);
  // As providers do.
  if (asked.includes('Fail')) {
    return { status: 401, message: `Incorrect API key provided: ${given['key of a provider']}.` };
  }
  return asked.includes('8181.25') || asked.includes(said['chat of the gateway'])
    ? { text: said['answer of a model'] }
    : { calls: [{ name: 'calculate_risk_reward', args: trade('8181.25') }] };
}

const agent = {
  name: 'quiet',
  role: 'Watcher',
  instructions: said['instructions of a stored agent'],
  tools: ['calculate_risk_reward'],
  memory: { enabled: true },
  planning: 'none',
};

const inputs = { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] };

/** An agent, tools, an order that a person approves. */
const whole = [
  { id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } },
  { id: 'measure', kind: 'tool', tool: 'calculate_risk_reward', args: trade('7171.25') },
  { id: 'look', kind: 'agent', agent: 'quiet', task: 'Look at it: {{ inputs.note }}' },
  {
    id: 'confirm',
    kind: 'approval',
    show: { note: '{{ inputs.note }}' },
    tool: 'create_paper_order',
    args: {
      symbol: 'SPX',
      side: 'buy',
      quantity: 1,
      referencePrice: '{{ nodes.price.output.price }}',
    },
  },
  {
    id: 'order',
    kind: 'tool',
    tool: 'create_paper_order',
    args: '{{ nodes.confirm.output.args }}',
  },
];
const edges = [
  { from: 'price', to: 'measure' },
  { from: 'measure', to: 'look' },
  { from: 'look', to: 'confirm' },
  { from: 'confirm', port: 'approved', to: 'order' },
];

const storedPipeline = `# ${said['comment in the text of a stored pipeline']}
name: stored
nodes:
  - id: look
    kind: agent
    agent: quiet
    task: Look at it, and ${said['instructions of a stored pipeline']}
`;

async function start(baton: Baton, nodes: object[], between: object[] = []): Promise<string> {
  const document = { name: 'quiet-run', inputs, nodes, edges: between };
  const input = { note: said['input of a run'] };
  const { status, body } = await baton.request('POST', '/api/v1/runs', { document, input });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

/** Has a process throw an error with a secret that nobody catches, once it gets SIGUSR2. */
async function crashOnSignal(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'baton-crash-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'crash.mjs');
  const message = 'crashed with ${process.env.OPENAI_API_KEY}';
  await writeFile(file, `process.on('SIGUSR2', () => { throw new Error(\`${message}\`); });`);
  return `--import=${pathToFileURL(file).href}`;
}

test(
  'secrets are in the key files alone, and what is said is in plain text nowhere',
  { timeout: 180_000 },
  async () => {
    const { url } = await openaiServer(script);
    const traces = await startCollector();
    const receiver = await startReceiver();
    const failing = await startReceiver(() => 403);
    const baton = await startBaton({
      BATON_MODELS: 'openai:gpt-4o',
      OPENAI_API_KEY: given['key of a provider'],
      OPENAI_BASE_URL: url,
      FMP_API_KEY: given['key of a data source'],
      FMP_URL: `${new URL(failing.url).origin}/`,
      BATON_NETWORK_HOSTS: '127.0.0.1',
      BATON_WEBHOOK_SECRET: given['secret of webhooks'],
      BATON_WEBHOOK_URL: receiver.url,
      BATON_WEBHOOK_HOSTS: `127.0.0.1:${receiver.port}`,
      BATON_SMTP_URL: `smtp://baton:${given['password of a mail server']}@127.0.0.1:9`,
      BATON_MAIL_TO: 'somebody@example.com',
      BATON_MARKET_HOLD: '0s',
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
      NODE_OPTIONS: await crashOnSignal(),
    });

    const { body: key } = await baton.request('POST', '/api/v1/keys', { name: 'nightly' });
    const { body: signIn } = await baton.request('POST', '/api/v1/sign-in-links', {});
    const code = new URL(signIn.link).searchParams.get('code') ?? '';
    const entered = await fetch(signIn.link, { redirect: 'manual' });
    const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const session = cookie.slice(cookie.indexOf('=') + 1);
    expect((await fetch(`${baton.address}/api/v1/me`, { headers: { cookie } })).status).toBe(200);
    // A code that is used again, and a wrong key, are told of.
    await fetch(signIn.link);
    await fetch(`${baton.address}/api/v1/me?key=${key.key}`, { headers: { 'x-api-key': 'wrong' } });

    expect((await baton.request('POST', '/api/v1/agents', agent)).status).toBe(201);
    const stored = await fetch(`${baton.address}/api/v1/pipelines`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/yaml' },
      body: storedPipeline,
    });
    expect(stored.status, await stored.text()).toBe(201);
    const first = await start(baton, whole, edges);
    await untilStatus(baton, first, 'waiting');
    const approvalId = `${first}.confirm`;
    const { token } = (await baton.request('GET', `/api/v1/approvals/${approvalId}/token`)).body;
    // It survives the death of the worker.
    await baton.kill();
    await baton.restart();
    const decision = { decision: 'approve', comment: said['comment of a decision'], token };
    await baton.request('POST', `/api/v1/approvals/${approvalId}`, decision);
    await untilStatus(baton, first, 'completed');
    const orders = await baton.request('GET', '/api/v1/account/orders');
    expect(orders.body.items).toHaveLength(1);

    const chat = (content: string) =>
      baton.request('POST', '/v1/chat/completions', {
        model: 'openai:gpt-4o',
        messages: [{ role: 'user', content }],
      });
    expect((await chat(said['chat of the gateway'])).status).toBe(200);

    const failures = await Promise.all([
      start(baton, [
        { id: 'look', kind: 'agent', agent: 'quiet', task: 'Fail: {{ inputs.note }}' },
      ]),
      start(baton, [
        { id: 'look', kind: 'tool', tool: 'get_fundamentals', args: { symbol: 'AAPL' } },
      ]),
    ]);
    for (const id of failures) await untilStatus(baton, id, 'failed');
    expect(JSON.stringify(await runOf(baton, failures[0]))).toContain('Incorrect API key');
    expect((await chat('Fail')).status).not.toBe(200);
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(0);

    const headers = { authorization: `Bearer ${apiKey}` };
    const metrics = await (await fetch(`${baton.address}/metrics`, { headers })).text();
    expect(metrics).toContain('baton_');
    expect(metrics).toContain('temporal_worker_task_slots_available{');
    const history = await baton.request('GET', `/api/v1/runs/${first}/steps`);
    expect(JSON.stringify(history.body)).toContain('8181.25');

    await expect.poll(traces.text, { timeout: 20_000 }).toContain('gpt-4o');

    expect(await baton.endBy('SIGUSR2')).toBe(1);
    expect(baton.output()).toContain('crashed with [key]');
    // A clean end leaves the files whole.
    await baton.restart();
    await baton.stop();

    const [ownKey = ''] = (await readFile(join(baton.folder, 'keys'), 'utf8')).trim().split('\n');
    const webhookKey = createHmac('sha256', given['secret of webhooks']).update(receiver.url);
    const secrets = {
      ...given,
      'key of the installation': apiKey,
      'key that Baton made': key.key as string,
      'cookie of a session': session,
      'code of a sign-in link': code,
      'token of an approval': token as string,
      'key that Baton encrypts with': ownKey.slice(ownKey.indexOf(':') + 1),
      'key of a webhook': webhookKey.digest('hex'),
    };
    for (const [what, secret] of Object.entries(secrets)) expect(secret, what).toMatch(/.{12}/);

    const { rows, opened } = await rowsOf(baton.folder);
    const files = await filesOf(baton.folder);
    const places = new Map([
      ...files,
      ...rows,
      ['the terminal', baton.output()],
      ['/metrics', metrics],
      ['traces', traces.text()],
      ['webhooks', JSON.stringify(receiver.received)],
    ]);
    const found = (texts: Record<string, string>) =>
      [...places].flatMap(([place, content]) =>
        Object.entries(texts)
          .filter(([, text]) => content.includes(text))
          .map(([what]) => ({ what, place })),
      );

    // The places can be read: what is in them by design is found.
    expect(files.has('temporal.db')).toBe(true);
    expect(files.get('temporal.db')).toContain(first);
    expect(found({ run: first }).map(({ place }) => place)).toEqual(
      expect.arrayContaining(['table runs', 'worker.log', 'webhooks']),
    );
    expect(rows.get('table memories')).toContain(first);

    // All of it is on record, for those who have the key.
    const missing = Object.entries(said).filter(([, text]) => !opened.includes(text));
    expect(missing).toEqual([]);
    expect(found(said)).toEqual([]);

    const isAllowed = ({ what, place }: { what: string; place: string }) =>
      what === 'key that Baton encrypts with' && place === 'keys';
    expect(found(secrets).filter((each) => !isAllowed(each))).toEqual([]);
  },
);
