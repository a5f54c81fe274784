import { afterAll, beforeAll, expect, it } from 'vitest';
import { notificationSettingsRepository } from '../../../db/repositories/notifications/notification-settings.ts';
import { approvalLinkRepository } from '../../../db/repositories/runs/approval-links.ts';
import { approvalRepository } from '../../../db/repositories/runs/approvals.ts';
import { userRepository } from '../../../db/repositories/catalog/users.ts';
import type { OpenDatabase } from '../../../db/open.ts';
import { openTestDatabase } from '../../support/databases.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';
import { storedRun } from '../support/activities.ts';
import { deliveriesOver } from './support.ts';

let database: OpenDatabase;
let runs = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  const users = userRepository(database.db);
  for (const id of ['ann', 'ben']) await users.put(id, { roles: ['approver'] });
});
afterAll(() => database.close());

const base = 'https://baton.example.com';

type Terms = { user?: string; startedBy?: string; notify?: { email: string } };

/** An approval that ann is asked for. */
async function asked({ user = 'zoe', ...terms }: Terms = {}): Promise<string> {
  runs += 1;
  const runId = `run_${runs}`;
  await storedRun(database.db, runId, { user, ...terms });
  const id = `${runId}.confirm`;
  await approvalRepository(database.db).request({
    id,
    runId,
    nodePath: 'confirm',
    workflowId: runId,
    title: 'Confirm the order',
    show: {},
    hash: 'abc',
    approvers: ['ann'],
    requestedAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  });
  return id;
}

const settings = (email: string, own = true) =>
  notificationSettingsRepository(database.db).put('ann', { email }, { own });

const tokenIn = (text: string) =>
  /decide\?token=([\w-]+)/.exec(text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))?.[1];

it('an e-mail brings a link with a token that only it holds', async () => {
  const server = await startMailServer();
  await settings('ann@example.com');
  const id = await asked();
  const over = { BATON_SMTP_URL: server.url, BATON_PUBLIC_URL: base };
  await deliveriesOver(database.db, over).send(`${id}~waiting~ann~email`);
  const [mail] = server.mails;
  expect(mail?.to).toEqual(['ann@example.com']);
  const token = tokenIn(mail?.text ?? '');
  const link = await approvalLinkRepository(database.db).find(token ?? '');
  expect(link).toMatchObject({ approvalId: id, user: 'ann', channel: 'email', usedAt: null });
  expect(JSON.stringify(link)).not.toContain(token);
  expect(mail?.text).toContain('whoever opens it decides as ann');
});

it('a webhook brings one as a text that chats show', async () => {
  const { url, received } = await startReceiver();
  await notificationSettingsRepository(database.db).put('ann', { webhook: url }, { own: true });
  const id = await asked();
  await deliveriesOver(database.db, { BATON_PUBLIC_URL: base }).send(`${id}~waiting~ann~webhook`);
  const body = JSON.parse(received[0]?.body ?? '{}');
  const token = tokenIn(body.text);
  expect(body.decide).toBe(`${base}/decide?token=${token}`);
  expect(await approvalLinkRepository(database.db).find(token ?? '')).toMatchObject({
    channel: 'webhook',
  });
});

const refused: [string, { own: boolean; publicUrl?: string }, Terms][] = [
  ['an address that another person chose', { own: false }, {}],
  ['somebody who started the run', { own: true }, { startedBy: 'ann' }],
  ['an installation without an address', { own: true, publicUrl: '' }, {}],
];

it.each(refused)('%s gets none', async (_name, { own, publicUrl = base }, terms) => {
  const server = await startMailServer();
  await settings('ann@example.com', own);
  const id = await asked(terms);
  const over = { BATON_SMTP_URL: server.url, ...(publicUrl && { BATON_PUBLIC_URL: publicUrl }) };
  await deliveriesOver(database.db, over).send(`${id}~waiting~ann~email`);
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]?.text).not.toContain('/decide');
});

it('an address that the run names gets none', async () => {
  const server = await startMailServer();
  await settings('ann@example.com');
  const id = await asked({ user: 'ann', notify: { email: 'other@example.com' } });
  const over = { BATON_SMTP_URL: server.url, BATON_PUBLIC_URL: base };
  await deliveriesOver(database.db, over).send(`${id}~waiting~email`);
  expect(server.mails[0]?.to).toEqual(['other@example.com']);
  expect(server.mails[0]?.text).not.toContain('/decide');
});
