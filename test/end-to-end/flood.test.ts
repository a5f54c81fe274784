import { expect, test } from 'vitest';
import { apiKey, runOf, startBaton, startRun, untilStatus } from './support/baton.ts';

const starts = 300;
const startsAtOnce = 100;
const validate = '/api/v1/pipelines/validate';
const yamlKeys = (count: number, indent = '') =>
  Array.from({ length: count }, (_, key) => `${indent}k${key}: 1\n`).join('');

/** What holds up an API that reads it in its own thread. */
const floods = {
  // A little less than a document may have, so that it is read and checked whole.
  'a document of 49,000 keys': [validate, 'application/yaml', `nodes:\n${yamlKeys(49_000, '  ')}`],
  'a document of 90,000 keys': [validate, 'application/yaml', yamlKeys(90_000)],
  'a document of 40,000 short nodes': [
    validate,
    'application/json',
    JSON.stringify({
      name: 'x',
      nodes: Array.from({ length: 40_000 }, (_, n) => ({ id: `n${n}` })),
    }),
  ],
  'a gateway message of 9 MB': [
    '/v1/chat/completions',
    'application/json',
    JSON.stringify({
      model: 'demo:trend',
      messages: [{ role: 'user', content: 'x'.repeat(9_000_000) }],
    }),
  ],
} as const satisfies Record<string, readonly [path: string, type: string, body: string]>;

/** Does so much at once until all of it is done. */
async function atOnce<Done>(times: number, work: (index: number) => Promise<Done>) {
  const done: Done[] = [];
  let next = 0;
  const one = async () => {
    while (next < times) done.push(await work((next += 1)));
  };
  await Promise.all(Array.from({ length: startsAtOnce }, one));
  return done;
}

test('many starts at once, beside the largest documents, are all accepted and end', async () => {
  const baton = await startBaton({ BATON_MODELS: 'demo:trend', OLLAMA_HOST: 'http://127.0.0.1:9' });
  const earlier = await startRun(baton);
  const stored = await baton.request('POST', '/api/v1/pipelines', {
    name: 'echo',
    inputs: { type: 'object', required: ['n'], properties: { n: { type: 'number' } } },
    nodes: [{ id: 'echo', kind: 'transform', value: '{{ inputs.n }}' }],
  });
  expect(stored.status).toBe(201);

  const flood = new AbortController();
  const statuses: [what: string, status: number][] = [];
  const flooding = Promise.all(
    Object.entries(floods).map(async ([what, [path, type, body]]) => {
      do {
        const response = await fetch(`${baton.address}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': type },
          body,
        });
        await response.text();
        statuses.push([what, response.status]);
      } while (!flood.signal.aborted);
    }),
  );
  let healthy = 0;
  const watching = (async () => {
    while (!flood.signal.aborted) {
      const { status } = await baton.request('GET', '/health');
      if (status === 200) healthy += 1;
    }
  })();

  const answers = await atOnce(starts, (n) =>
    baton.request('POST', '/api/v1/runs', { pipeline: 'echo', input: { n } }),
  );
  // It asks for its approval, or holds: a tool that the flood makes late leaves the trader without data.
  await expect
    .poll(async () => (await runOf(baton, earlier)).status, { timeout: 100_000 })
    .toMatch(/^(waiting|completed)$/);
  flood.abort();
  await Promise.all([flooding, watching]);

  // 202 is stored, to be started later.
  expect([201, 202]).toEqual(expect.arrayContaining([...new Set(answers.map((it) => it.status))]));
  expect(healthy).toBeGreaterThan(starts / startsAtOnce);
  // Checked, answered, refused for its size or its time, or told to come again.
  expect(new Set(statuses.map(([what]) => what))).toEqual(new Set(Object.keys(floods)));
  const others = statuses.filter(([, status]) => ![200, 400, 422, 429, 503].includes(status));
  expect(others).toEqual([]);
  const ids = answers.map(({ body }) => body.id as string);
  expect(new Set(ids).size).toBe(starts);
  await atOnce(starts, (n) => untilStatus(baton, ids[n - 1]!, 'completed'));
}, 240_000);
