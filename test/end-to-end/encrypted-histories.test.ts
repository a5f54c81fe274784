import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { cacheFolder } from '../../bin/temporal/cache.ts';
import { findTemporal } from '../../bin/temporal/find.ts';
import { temporalSources } from '../../bin/temporal/sources/index.ts';
import { apiKey, startBaton } from './support/baton.ts';
import type { Baton } from './support/baton.ts';
import { openaiServer } from './support/model-server.ts';
import type { Asked, Scripted } from './support/model-server.ts';

const run = promisify(execFile);

/** What must not be in Temporal's files: each is a part of the run that a person would recognize. */
const secrets = {
  input: 'the input of a quiet run',
  'instructions of the agent': 'You are careful with quiet things',
  'task of the agent': 'Look quietly at it',
  'answer of the model': 'A quiet answer of the model',
  'argument of a tool node': '7171.25',
  'argument of an agent’s tool': '8181.25',
  'error message': 'broken on purpose',
};

function script({ messages }: Asked): Scripted {
  const asked = JSON.stringify(messages);
  if (asked.includes('Fail')) return { status: 400 };
  return asked.includes('8181.25')
    ? { text: secrets['answer of the model'] }
    : { calls: [{ name: 'calculate_risk_reward', args: trade('8181.25') }] };
}

const trade = (entryPrice: string) => ({
  side: 'long',
  entryPrice,
  stopPrice: '7000',
  targetPrice: '9000',
});

const quiet = {
  name: 'quiet',
  role: 'Watcher',
  instructions: secrets['instructions of the agent'],
  tools: ['calculate_risk_reward'],
  memory: { enabled: false },
  planning: 'none',
};

const inputs = {
  type: 'object',
  properties: { note: { type: 'string' } },
  required: ['note'],
};

/** Runs a pipeline to its end, and gives the run. */
async function runToEnd(baton: Baton, nodes: object[], input: object) {
  const document = { name: 'quiet-run', inputs, nodes };
  const { status, body } = await baton.request('POST', '/api/v1/runs', { document, input });
  expect(status, JSON.stringify(body)).toBe(201);
  const read = async () => (await baton.request('GET', `/api/v1/runs/${body.id}`)).body;
  await expect
    .poll(async () => (await read()).status, { timeout: 60_000, interval: 100 })
    .toMatch(/completed|failed/);
  return read();
}

/** All that the files of Temporal's server hold. */
async function temporalFiles(baton: Baton): Promise<string> {
  const names = (await readdir(baton.folder)).filter((name) => name.startsWith('temporal.'));
  expect(names).toEqual(expect.arrayContaining(['temporal.db', 'temporal.db-wal']));
  const files = names.map((name) => readFile(join(baton.folder, name), 'latin1'));
  return (await Promise.all(files)).join('\n');
}

/** A run's history as Temporal's own command shows it, which asks Baton to decode. */
async function shownByCommand(baton: Baton, workflowId: string): Promise<string> {
  const binary = await findTemporal(temporalSources, {
    cacheFolder: cacheFolder(process.env),
    say: () => undefined,
    platform: `${process.platform}-${process.arch}`,
  });
  const { stdout } = await run(binary, [
    ...`workflow show --detailed --workflow-id ${workflowId} --address ${baton.temporalAddress}`.split(
      ' ',
    ),
    '--codec-endpoint',
    `${baton.address}/api/v1/temporal/codec`,
    '--codec-auth',
    `Bearer ${apiKey}`,
  ]);
  return stdout;
}

test(
  'Temporal’s files hold nothing of what a run reads, says and does',
  { timeout: 180_000 },
  async () => {
    const { url } = await openaiServer(script);
    const baton = await startBaton({
      BATON_MODELS: 'openai:gpt-4o',
      OPENAI_API_KEY: 'a-key-for-tests',
      OPENAI_BASE_URL: url,
    });
    expect((await baton.request('POST', '/api/v1/agents', quiet)).status).toBe(201);
    const input = { note: secrets.input };
    const task = `${secrets['task of the agent']}: {{ inputs.note }}`;
    const worked = await runToEnd(
      baton,
      [
        { id: 'measure', kind: 'tool', tool: 'calculate_risk_reward', args: trade('7171.25') },
        { id: 'look', kind: 'agent', agent: 'quiet', task },
      ],
      input,
    );
    const failed = await runToEnd(
      baton,
      [{ id: 'look', kind: 'agent', agent: 'quiet', task: 'Fail: {{ inputs.note }}' }],
      input,
    );
    expect(JSON.stringify(worked.nodes)).toContain(secrets['answer of the model']);
    expect(JSON.stringify(failed)).toContain(secrets['error message']);

    expect(await shownByCommand(baton, worked.id)).toContain(secrets.input);
    const files = await temporalFiles(baton);
    // The files are no less readable for that: ids are in plain text.
    expect(files).toContain(worked.id);
    expect(files).toContain('binary/encrypted');
    const found = Object.entries(secrets).filter(([, secret]) => files.includes(secret));
    expect(found).toEqual([]);
  },
);
