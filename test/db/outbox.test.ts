import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usualUser } from '../../contracts/base/usual-user.ts';
import type { Notify } from '../../contracts/runs/notify.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { approvalRepository } from '../../db/repositories/runs/approvals.ts';
import {
  everyone,
  notificationSettingsRepository,
} from '../../db/repositories/notifications/notification-settings.ts';
import { notificationRepository } from '../../db/repositories/notifications/notifications.ts';
import { runRepository } from '../../db/repositories/runs/runs.ts';
import { notifications } from '../../db/schema/index.ts';
import { storedRun } from '../activities/support/activities.ts';
import { everyDatabase } from '../support/databases.ts';

describe.each(everyDatabase)('what users are told, on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const end = (id: string) =>
    runRepository(database.db).finish(id, { status: 'completed', nodes: [] });
  const told = (user: string) => notificationRepository(database.db).list({ user, limit: 50 });
  async function targetsOf(id: string): Promise<string[]> {
    const of = await notificationRepository(database.db).deliveriesOf([`${id}~ended`]);
    return (of.get(`${id}~ended`) ?? []).map(({ target }) => target).toSorted();
  }
  async function endedFor(id: string, user: string, notify?: Notify): Promise<string> {
    await storedRun(database.db, id, { user, ...(notify && { notify }) });
    await end(id);
    return id;
  }

  it('is written with the end of a run, once', async () => {
    const id = await endedFor('run_a', 'ann');
    await end(id);
    expect(await told('ann')).toMatchObject([
      { id: 'run_a~ended', kind: 'run-ended', status: 'completed', title: 'test completed' },
    ]);
  });

  it('is not written where the end of the run is not', async () => {
    await storedRun(database.db, 'run_b', { user: 'bob' });
    const error = { type: 'Broken', message: 'It broke.' };
    // A text that no database takes.
    const broken = { status: '\0' as 'failed', nodes: [], error };
    await expect(runRepository(database.db).finish('run_b', broken)).rejects.toThrow();
    expect(await told('bob')).toEqual([]);
    expect(await runRepository(database.db).get('run_b')).toMatchObject({ status: 'pending' });
  });

  it('lets the run not end where it cannot be written', async () => {
    await storedRun(database.db, 'run_c', { user: 'cy' });
    await database.db.execute(sql`alter table ${notifications} rename to elsewhere`);
    await expect(end('run_c')).rejects.toThrow();
    await database.db.execute(sql`alter table elsewhere rename to ${notifications}`);
    expect(await runRepository(database.db).get('run_c')).toMatchObject({ status: 'pending' });
    await end('run_c');
    expect(await told('cy')).toHaveLength(1);
  });

  it('is also what a run waits for', async () => {
    await storedRun(database.db, 'run_d', { user: 'dora' });
    const approval = {
      id: 'run_d.confirm',
      runId: 'run_d',
      nodePath: 'confirm',
      workflowId: 'run_d',
      title: 'Place the order?',
      show: 1,
      hash: 'h',
      approvers: ['operator'],
      requestedAt: new Date(),
      expiresAt: new Date(),
    };
    await approvalRepository(database.db).request(approval);
    await approvalRepository(database.db).request(approval);
    expect(await told('dora')).toMatchObject([
      { id: 'run_d.confirm~waiting', kind: 'run-waiting', text: 'Place the order?' },
    ]);
  });

  it.each([
    [usualUser, { approvers: ['operator'] }, 'test is waiting for you'],
    [usualUser, { approvers: ['desk'] }, 'test is waiting for desk'],
    [usualUser, { approvers: ['operator'], quorum: 2 }, 'test is waiting for another approver'],
    ['fay', { approvers: ['operator'] }, 'test is waiting for another approver'],
    ['fay', { approvers: ['fay', 'desk'] }, 'test is waiting for desk'],
  ])('says for whom a run of %s with %j waits', async (user, terms, title) => {
    const id = `run_${title.replaceAll(' ', '_')}_${user}`;
    await storedRun(database.db, id, { user });
    await approvalRepository(database.db).request({
      id: `${id}.confirm`,
      runId: id,
      nodePath: 'confirm',
      workflowId: id,
      title: 'Place the order?',
      show: 1,
      hash: 'h',
      requestedAt: new Date(),
      expiresAt: new Date(),
      ...terms,
    });
    expect((await told(user)).find(({ runId }) => runId === id)).toMatchObject({ title });
  });

  it('goes where the run says, else where the user, else where everyone is told', async () => {
    const settings = notificationSettingsRepository(database.db);
    await settings.put(everyone, { email: 'all@example.com', webhook: 'https://all.example' });
    await settings.put('eve', { email: 'eve@example.com' });
    expect(await targetsOf(await endedFor('run_e', 'eve'))).toEqual([
      'eve@example.com',
      'https://all.example',
    ]);
    const named = { email: 'here@example.com', webhook: 'https://here.example' };
    expect(await targetsOf(await endedFor('run_f', 'eve', named))).toEqual([
      'here@example.com',
      'https://here.example',
    ]);
    expect(await targetsOf(await endedFor('run_g', 'gus'))).toEqual([
      'all@example.com',
      'https://all.example',
    ]);
  });

  it('is nothing where the run says so', async () => {
    await endedFor('run_h', 'hal', 'none');
    const rows = await database.db.select().from(notifications);
    expect(rows.some(({ runId }) => runId === 'run_h')).toBe(false);
  });
});
