import { expect, test } from 'vitest';
import { apiKey, startBaton, startRun, untilStatus } from './support/baton.ts';

const starts = 300;
const startsAtOnce = 100;
/** A little less than a document may have, so that it is read and checked whole. */
const documentKeys = 49_000;

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
  const baton = await startBaton();
  const earlier = await startRun(baton);
  const stored = await baton.request('POST', '/api/v1/pipelines', {
    name: 'echo',
    inputs: { type: 'object', required: ['n'], properties: { n: { type: 'number' } } },
    nodes: [{ id: 'echo', kind: 'transform', value: '{{ inputs.n }}' }],
  });
  expect(stored.status).toBe(201);

  const flood = new AbortController();
  const document = `nodes:\n${Array.from({ length: documentKeys }, (_, key) => `  k${key}: 1\n`).join('')}`;
  const refused = new Set<number>();
  const flooding = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!flood.signal.aborted) {
        const response = await fetch(`${baton.address}/api/v1/pipelines/validate`, {
          method: 'POST',
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/yaml' },
          body: document,
        });
        await response.text();
        refused.add(response.status);
      }
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
  await untilStatus(baton, earlier, 'waiting');
  flood.abort();
  await Promise.all([flooding, watching]);

  // 202 is stored, to be started later.
  expect([201, 202]).toEqual(expect.arrayContaining([...new Set(answers.map((it) => it.status))]));
  expect(healthy).toBeGreaterThan(starts / startsAtOnce);
  // Checked, or told to come again.
  expect(refused).toContain(200);
  expect([200, 429, 503]).toEqual(expect.arrayContaining([...refused]));
  const ids = answers.map(({ body }) => body.id as string);
  expect(new Set(ids).size).toBe(starts);
  await atOnce(starts, (n) => untilStatus(baton, ids[n - 1]!, 'completed'));
}, 240_000);
