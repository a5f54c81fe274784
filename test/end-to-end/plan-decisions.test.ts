import { describe, expect, it } from 'vitest';
import { startMailServer } from '../support/mail-server.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import { ownKeyOf, runOf, startBaton, untilStatus } from './support/baton.ts';
import type { Baton } from './support/baton.ts';
import { openaiServer, planOf } from './support/model-server.ts';
import type { Scripted } from './support/model-server.ts';

const price: Scripted = { calls: [{ name: 'get_price', args: { symbol: 'SPX' } }] };
const note: Scripted = { text: 'The price is known.' };

/** A Baton with an agent whose plan people approve, and a model that gives these answers in turn. */
async function opened(answers: Scripted[], environment: Record<string, string> = {}) {
  const { url, asked } = await openaiServer(
    ({ messages }) => answers[messages.filter(({ role }) => role === 'assistant').length]!,
  );
  const baton = await startBaton({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url, ...environment });
  expect((await baton.request('PUT', '/api/v1/users/ann', { roles: ['approver'] })).status).toBe(
    200,
  );
  const agent = {
    name: 'note_writer',
    role: 'Writer of notes',
    instructions: 'Write a note.',
    models: ['openai:gpt-5.2'],
    tools: ['get_price'],
    planning: 'model',
    planApproval: { approvers: ['ann', 'operator'] },
  };
  expect((await baton.request('POST', '/api/v1/agents', agent)).status).toBe(201);
  return { baton, asked };
}

async function started(baton: Baton): Promise<string> {
  const task = { agent: 'note_writer', task: 'Write a note on SPX.' };
  const { status, body } = await baton.request('POST', '/api/v1/tasks', task);
  // 202 where Temporal starts it a moment later.
  expect([201, 202]).toContain(status);
  return body.id;
}

/** The form of a page that decides, sent as a browser sends it. */
async function decide(link: string, decision: string, comment: string): Promise<string> {
  const page = await (await fetch(link)).text();
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)![1]!;
  const body = new URLSearchParams({
    token: field('token'),
    hash: field('hash'),
    decision,
    comment,
  });
  const answer = await fetch(new URL('/decide', link), { method: 'POST', body });
  expect(answer.status).toBe(200);
  return page;
}

/** The link of a mail: its text is in lines that are broken and escaped. */
const linkIn = (mail: string) =>
  /http:\S+\/decide\?token=[\w-]+/.exec(mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))![0];

describe('the plan of an agent', { timeout: 240_000 }, () => {
  it('is rejected by the link of an e-mail and approved by that of a chat', async () => {
    const mail = await startMailServer();
    const chat = await startReceiver();
    const { baton, asked } = await opened(
      [planOf('Buy everything'), planOf('Read the price'), price, note],
      {
        BATON_SMTP_URL: mail.url,
        BATON_WEBHOOK_SECRET: 'a-secret-of-the-tests',
        BATON_WEBHOOK_HOSTS: `127.0.0.1:${chat.port}`,
      },
    );
    const saved = await fetch(`${baton.address}/api/v1/notifications/settings`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${await ownKeyOf(baton, 'ann')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ email: 'ann@example.com', webhook: chat.url }),
    });
    expect(await saved.json()).toMatchObject({ decisionLinks: true });
    const id = await started(baton);

    await expect.poll(() => mail.mails.length, { timeout: 60_000 }).toBe(1);
    const first = await decide(linkIn(mail.mails[0]!.text), 'reject', 'Buy nothing.');
    for (const text of [
      'Approve the plan of note_writer?',
      '1. Buy everything',
      'You decide as</dt><dd>ann',
      'If you approve</dt><dd>The agent note_writer works to this plan',
      'If you reject</dt><dd>The agent note_writer reads your reason and makes another plan',
    ]) {
      expect(first).toContain(text);
    }

    await expect.poll(() => chat.received.length, { timeout: 60_000 }).toBe(2);
    expect(JSON.stringify(asked.at(-1))).toContain('rejected it: Buy nothing.');
    const [old, latest] = chat.received.map(({ body }) => JSON.parse(body));
    expect(await (await fetch(old.decide)).text()).toContain('Rejected by ann');
    const second = await decide(latest.decide, 'approve', '');
    for (const text of [
      '1. Read the price',
      'removed: Buy everything',
      'ann rejected it: Buy nothing.',
    ]) {
      expect(second).toContain(text);
    }
    await untilStatus(baton, id, 'completed');
    expect((await runOf(baton, id)).output).toMatchObject({ report: 'The price is known.' });
    const { body } = await baton.request('GET', `/api/v1/approvals?runId=${id}`);
    expect(body.items).toMatchObject([
      { status: 'approved', decision: { by: 'ann' } },
      { status: 'rejected', decision: { by: 'ann', comment: 'Buy nothing.' } },
    ]);
  });

  it('is decided by the command, though everything dies while it waits', async () => {
    const { baton, asked } = await opened([
      planOf('Buy everything'),
      planOf('Read the price'),
      price,
      note,
    ]);
    const id = await started(baton);
    await untilStatus(baton, id, 'waiting');
    expect((await baton.command('show', id)).output).toContain('1. Buy everything');
    const rejected = await baton.command('reject', id, '--comment', 'Buy nothing.');
    expect(rejected.output).toContain('Rejected: Approve the plan of note_writer?');
    await expect
      .poll(async () => (await baton.command('show', id)).output, { timeout: 60_000 })
      .toContain('1. Read the price');
    await baton.kill();
    await baton.restart();
    expect(asked).toHaveLength(2);
    const approved = await baton.command('approve', id);
    expect(approved).toMatchObject({ code: 0 });
    expect(approved.output).toContain('1. Read the price');
    await untilStatus(baton, id, 'completed');
    expect(asked).toHaveLength(4);
    expect((await baton.request('GET', '/api/v1/approvals/verify')).body.invalid).toEqual([]);
  });
});
