import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { runOf, startBaton } from '../support/baton.ts';
import type { Baton } from '../support/baton.ts';
import { openaiServer, resultsIn } from '../support/model-server.ts';
import type { Asked, Scripted } from '../support/model-server.ts';
import { requests } from './requests.ts';
import type { Said } from './requests.ts';

/** What was told of each proposal, by the request. */
const told = new Map<string, { valid: boolean; problems: { message: string }[] }[]>();

/** Goes about a request as its script says: looks at the parts, proposes, reads the answer, and delivers. */
function script(asked: Asked): Scripted {
  const task = JSON.stringify(asked.messages.find(({ role }) => role === 'user')?.content);
  const said = requests.find(({ request }) => task.includes(JSON.stringify(request).slice(1, -1)));
  if (!said) return { text: 'I do not know what is asked.' };
  const [looked, ...answers] = resultsIn(asked).map(({ content }) => String(content));
  if (looked === undefined) return { calls: [{ name: 'list_building_blocks', args: {} }] };
  expect(looked).toContain('wait_for_event');
  const { drafts = [], says } = said;
  const proposals = answers.filter((answer) => answer.includes('"valid"'));
  told.set(said.request, proposals.map(readAnswer));
  const next = drafts[proposals.length];
  if (next) return { calls: [{ name: 'propose_pipeline', args: { document: next } }] };
  const draft = { outcome: 'draft', text: 'As you asked.', document: drafts.at(-1) };
  return { calls: [{ name: 'submit_result', args: says ?? draft }] };
}

function readAnswer(answer: string) {
  return JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
}

/** Runs at a time. */
const together = 6;

describe('the pipeline that writes pipelines', { timeout: 300_000 }, () => {
  it('offers only drafts that validate, says why it offers none, and saves and starts nothing', async () => {
    expect(new Set(requests.map(({ request }) => request)).size).toBe(30);
    const { url } = await openaiServer(script);
    const baton = await startBaton({
      BATON_MODELS: 'openai:scripted',
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: url,
    });
    for (let first = 0; first < requests.length; first += together) {
      await Promise.all(requests.slice(first, first + together).map((said) => check(baton, said)));
    }
    const { body } = await baton.request('GET', '/api/v1/pipelines');
    expect(body.items.filter(({ source }: { source: string }) => source === 'user')).toEqual([]);
    const runs = await baton.request('GET', '/api/v1/runs?limit=100');
    const started = runs.body.items.map(({ pipeline }: { pipeline: string }) => pipeline);
    expect(started).toEqual(requests.map(() => 'say-it'));
  });
});

async function check(baton: Baton, said: Said): Promise<void> {
  const { status, output, error } = await outcomeOf(baton, said);
  expect({ status, error }, said.request).toEqual({ status: 'completed', error: null });
  expect(output.outcome, said.request).toBe(said.comes);
  expect(output.text).toMatch(/\w/);
  if (said.comes === 'draft') {
    const checked = await baton.request('POST', '/api/v1/pipelines/validate', output.document);
    expect(checked.body, said.request).toMatchObject({ valid: true, problems: [] });
    expect(output.document).toEqual(said.drafts!.at(-1));
  } else {
    expect(output.document, said.request).toBeNull();
  }
  // What is not sound is said to be so, with what is wrong.
  const answers = told.get(said.request) ?? [];
  expect(answers, said.request).toHaveLength(said.drafts?.length ?? 0);
  for (const { valid, problems } of answers) expect(valid).toBe(problems.length === 0);
  if (said.comes === 'refusal' && !said.says) {
    expect(output.problems[0], said.request).toMatchObject({ message: expect.any(String) });
  }
}

async function outcomeOf(baton: Baton, { request, document, about }: Said) {
  const input = {
    request,
    ...(document && { document: stringify(document) }),
    ...(about !== undefined && { about }),
  };
  const started = await baton.request('POST', '/api/v1/runs', { pipeline: 'say-it', input });
  expect(started).toMatchObject({ status: 201 });
  const { id } = started.body;
  await expect
    .poll(async () => (await runOf(baton, id)).status, { timeout: 60_000, interval: 100 })
    .not.toMatch(/queued|progress|pending/);
  return runOf(baton, id);
}
