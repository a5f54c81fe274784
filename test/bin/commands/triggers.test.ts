import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentOf, everyMorning, publish, upkeepOf } from '../../api/triggers/support.ts';
import { openTestServer } from './support.ts';
import type { TestServer } from './support.ts';

let server: TestServer;
const id = 'desk.every_morning';

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

describe('baton triggers', () => {
  it('says where triggers come from while there are none', async () => {
    const { output } = await server.baton('triggers').ended;
    expect(output).toBe('No triggers yet. Add them to a pipeline.');
  });

  it('lists them with their next times, fires one, and shows the outcome', async () => {
    await publish(server, documentOf('desk', everyMorning));
    await upkeepOf(server).tell();
    const fired = await server.baton('triggers', 'fire', id).ended;
    expect(fired.output).toMatch(/^started run_/);
    const { output } = await server.baton('triggers').ended;
    expect(output).toContain(`${id}  at 08:00, Monday to Friday (Europe/Berlin)`);
    expect(output).toContain(fired.output);
    const history = await server.baton('triggers', 'history', id).ended;
    expect(history.output).toContain(`manual by operator  ${fired.output}`);
    const run = fired.output.replace('started ', '');
    expect((await server.baton('show', run).ended).output).toContain(
      `Started by ${id} (fired by operator)`,
    );
  });

  it('pauses and resumes one', async () => {
    const paused = await server.baton('triggers', 'pause', id).ended;
    expect(paused.output).toBe(`${id}: paused`);
    expect((await server.baton('triggers').ended).output).toContain('  paused  ');
    const resumed = await server.baton('triggers', 'resume', id).ended;
    expect(resumed.output).toBe(`${id}: on, at 08:00, Monday to Friday (Europe/Berlin)`);
  });

  it('gives a webhook a secret, alone on a line for programs', async () => {
    await publish(server, documentOf('called', { id: 'hook', kind: 'webhook' }));
    const { output, warnings } = await server.baton('triggers', 'secret', 'called.hook').ended;
    expect(output).toMatch(/^hook_[\w-]{43}$/);
    expect(warnings).toContain('/hooks/called.hook');
  });

  it('says so where there is none of that name', async () => {
    const { code, warnings } = await server.baton('triggers', 'pause', 'desk.daily').ended;
    expect(code).not.toBe(0);
    expect(warnings).toContain('Trigger desk.daily not found.');
  });
});
