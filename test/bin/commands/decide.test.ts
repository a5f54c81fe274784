import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiKey } from '../../api/support/app.ts';
import type { ApprovalDecision } from '../../../workflows/messages.ts';
import type { Voice } from '../../../contracts/runs/decision.ts';
import { openTestServer, startCommand } from './support.ts';
import type { TestServer } from './support.ts';

let server: TestServer;
let runId: string;
let first: string;

beforeAll(async () => {
  server = await openTestServer();
  server.temporal.onSignal = async ({ name, argument }) => {
    if (name !== 'resolveApproval') return;
    const { approvalId, decision, by = '', comment, args } = argument as ApprovalDecision;
    const asked = await server.services.approvals.get(approvalId);
    if (asked && asked.quorum > 1 && decision === 'approve') {
      await server.services.approvals.addVoice(approvalId, [voiceOf(by)], undefined);
      return;
    }
    await server.services.approvals.close(approvalId, {
      status: decision === 'approve' ? 'approved' : 'rejected',
      ...(by && { by }),
      ...(comment && { comment }),
      ...(args && { editedArgs: args }),
    });
  };
});
afterAll(() => server.close());

beforeEach(async () => {
  for (const { id } of await server.services.approvals.list({ status: 'pending', limit: 200 })) {
    await server.services.approvals.close(id, { status: 'withdrawn' });
  }
  const run = await server.post('/api/v1/runs', {
    pipeline: 'price-check',
    input: { symbol: 'SPX' },
  });
  runId = run.body.id;
  await server.services.runs.start(runId);
  first = await request('confirm');
});

async function request(node: string, editable = {}): Promise<string> {
  const id = `${runId}.${node}`;
  await server.services.approvals.request({
    id,
    runId,
    nodePath: node,
    workflowId: runId,
    title: `Decide on ${node}`,
    show: { price: 5000 },
    hash: 'abc',
    approvers: ['operator'],
    ...editable,
    requestedAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  });
  return id;
}

/** The only approval so far. */
function voiceOf(by: string): Voice {
  const at = new Date().toISOString();
  const content = { comment: null, args: null, hash: 'abc', seenHash: 'abc' };
  return { by, at, via: 'api', ...content, counts: [by], signature: '' };
}

const statusOf = async (id: string) => (await server.services.approvals.get(id))?.status;

describe('baton approve and reject', () => {
  it('approve an approval by its id, with a comment', async () => {
    const { code, output } = await server.baton('approve', first, '--comment', 'fine').ended;
    expect(code).toBe(0);
    expect(output).toContain('Approved: Decide on confirm');
    expect(output.indexOf('? Decide on confirm')).toBe(0);
    expect(await server.services.approvals.get(first)).toMatchObject({
      status: 'approved',
      comment: 'fine',
    });
  });

  it('take a run that waits for exactly one', async () => {
    const { code, output } = await server.baton('reject', runId).ended;
    expect(code).toBe(0);
    expect(output).toContain('Rejected');
    expect(await statusOf(first)).toBe('rejected');
  });

  it('have a token checked where one is given', async () => {
    const id = await request('sealed', { token: 'sesame' });
    const wrong = await server.baton('approve', id, '--token', 'barley').ended;
    expect(wrong.code).toBe(1);
    expect(wrong.warnings).toContain('The token of approval');
    expect(wrong.warnings).not.toContain('sesame');
    expect(await statusOf(id)).toBe('pending');
    expect((await server.baton('reject', id, '--token', 'sesame').ended).code).toBe(0);
    expect(await statusOf(id)).toBe('rejected');
  });

  it('name the choices of a run that waits for several', async () => {
    const second = await request('other');
    const { code, warnings } = await server.baton('approve', runId).ended;
    expect(code).toBe(2);
    expect(warnings).toContain(`npx baton approve ${first}`);
    expect(warnings).toContain(`npx baton approve ${second}`);
    expect(await statusOf(first)).toBe('pending');
  });

  it('refuse a second decision', async () => {
    await server.baton('approve', first).ended;
    const { code, warnings } = await server.baton('reject', first).ended;
    expect(code).toBe(1);
    expect(warnings).toContain('already approved by operator');
  });

  it.each([
    ['a run that waits for nothing', 'is not waiting for an approval'],
    ['nothing that there is', 'No approval or run run_nope found. npx baton runs'],
  ])('report %s', async (_what, text) => {
    await server.services.approvals.close(first, { status: 'withdrawn' });
    const id = text.includes('wait') ? runId : 'run_nope';
    const { code, warnings } = await server.baton('approve', id).ended;
    expect(code).toBe(1);
    expect(warnings).toContain(text);
  });
});

describe('an approval that several must give', () => {
  it('says how many have approved, and who may decide too', async () => {
    await server.services.approvals.close(first, { status: 'withdrawn' });
    const at = '2026-11-23T14:00:00.000Z';
    const approvers = ['ann', 'bob'];
    const terms = { quorum: 2, approvers, escalation: { at, approvers: ['head'] } };
    const id = await request('pair', terms);
    const shown = await server.baton('show', runId).ended;
    expect(shown.output).toContain('    0 of 2 approved\n');
    expect(shown.output).toContain(`    head may decide too from ${at}\n`);
    // Who started the run does not count.
    await server.ask('PUT', '/api/v1/users/ann', { payload: { roles: ['approver'] } });
    const env = { BATON_URL: server.address, BATON_API_KEY: await server.ownKey('ann') };
    const { code, output } = await startCommand(['approve', id], { env }).ended;
    expect(code).toBe(0);
    expect(output).toContain('1 of 2 approved: ann. More must approve: Decide on pair');
    expect(await statusOf(id)).toBe('pending');
    expect((await server.baton('show', runId).ended).output).toContain('1 of 2 approved: ann');
  });
});

describe('baton token', () => {
  it('prints the token of an approval, or the command that signals it', async () => {
    const id = await request('sealed', { token: 'sesame' });
    expect((await server.baton('token', id).ended).output).toBe('sesame');
    const { output } = await server.baton('token', id, '--command').ended;
    expect(output).toMatch(/^temporal workflow signal .*"token":"sesame"/);
  });

  it('names the choices of a run that waits for several', async () => {
    const second = await request('other');
    const { code, warnings } = await server.baton('token', runId).ended;
    expect(code).toBe(2);
    expect(warnings).toContain(`npx baton token ${second}`);
  });
});

describe('baton approve with other arguments', () => {
  const order = { symbol: 'SPX', side: 'buy', quantity: 5, referencePrice: 4000 };
  let id: string;
  beforeEach(async () => {
    id = await request('order', { tool: 'create_paper_order', args: order });
  });
  const approvedArgs = async () => (await server.services.approvals.get(id))?.editedArgs;
  const approve = (...words: string[]) =>
    server.baton('approve', id, '--no-preview', ...words).ended;

  it('approves nothing where the call cannot be previewed, unless it is told to', async () => {
    const { code, warnings } = await server.baton('approve', id).ended;
    expect(code).toBe(1);
    expect(warnings).toMatch(/Not approved\. The call could not be previewed: .*\n.*--no-preview/);
    expect(await statusOf(id)).toBe('pending');
    expect((await approve()).code).toBe(0);
    expect(await statusOf(id)).toBe('approved');
  });

  it('changes single ones, each read by its type, and says what it changes', async () => {
    const { code, output } = await approve('--arg', 'quantity=2', '-a', 'type=market');
    expect(code).toBe(0);
    expect(output).toContain('quantity: 5 → 2');
    expect(output).toContain('type: (none) → market');
    expect(await approvedArgs()).toEqual({ ...order, quantity: 2, type: 'market' });
  });

  it('takes all of them as JSON, and changes single ones of that', async () => {
    const env = { BATON_URL: server.address, BATON_API_KEY: apiKey };
    const readInput = async () => JSON.stringify({ ...order, side: 'sell' });
    const words = ['approve', id, '--no-preview', '--args-json', '-', '--arg', 'quantity=1'];
    expect((await startCommand(words, { env, readInput }).ended).code).toBe(0);
    expect(await approvedArgs()).toEqual({ ...order, side: 'sell', quantity: 1 });
  });

  it.each([
    [['--arg', 'quantty=2'], 1, 'field quantty not found; did you mean quantity?'],
    [['--arg', 'type=limit'], 1, 'args.limitPrice: a limit order needs limitPrice'],
    [['--args-json', 'nowhere.json'], 2, 'file nowhere.json not found'],
    [['--args-json', '-'], 2, '--args-json is not JSON'],
  ])('with %j tells what is wrong, and leaves it to be decided', async (words, exitCode, text) => {
    const { code, output, warnings } = await approve(...words);
    expect(code).toBe(exitCode);
    expect(output).toBe('');
    expect(warnings).toContain(text);
    expect(await statusOf(id)).toBe('pending');
  });

  it('tells where there is nothing to change', async () => {
    const { code, warnings } = await server.baton('approve', first, '--arg', 'quantity=2').ended;
    expect(code).toBe(1);
    expect(warnings).toContain('has no arguments to change');
  });
});

describe('baton approve without an id', () => {
  const asking = (words: string[], ...answers: string[]) =>
    startCommand(['approve', ...words], {
      env: { BATON_URL: server.address, BATON_API_KEY: apiKey },
      isInteractive: true,
      ask: async () => answers.shift() ?? '',
    });
  const ask = (...answers: string[]) => asking([], ...answers).ended;

  it('shows what is to be changed before it asks', async () => {
    await server.services.approvals.close(first, { status: 'withdrawn' });
    const args = { symbol: 'SPX', side: 'buy', quantity: 5, referencePrice: 4000 };
    const id = await request('order', { tool: 'create_paper_order', args });
    const { code, output } = await asking(['--arg', 'quantity=2'], 'n').ended;
    expect(code).toBe(1);
    expect(output).toContain(`npx baton approve ${id} [--arg name=value]`);
    expect(output).toContain('quantity: 5 → 2');
    expect(await statusOf(id)).toBe('pending');
  });

  it('shows the arguments of the call', async () => {
    await server.services.approvals.close(first, { status: 'withdrawn' });
    await request('notify', { tool: 'http_post', args: { url: 'https://example.com/hook' } });
    expect((await ask('n')).output).toContain('    url: https://example.com/hook');
  });

  it('shows every term of an order', async () => {
    await server.services.approvals.close(first, { status: 'withdrawn' });
    const args = {
      symbol: 'SPX',
      side: 'buy',
      quantity: 50,
      type: 'limit',
      limitPrice: 1450,
      timeInForce: 'day',
      referencePrice: 1460,
      account: 'macro',
    };
    await request('order', { tool: 'create_paper_order', args });
    const terms = [
      'Buy 50 SPX, limit',
      'Account: macro',
      'Limit price: 1450',
      'Time in force: day',
      'Decision price: 1460',
    ];
    const shown = (lines: string[]) => lines.map((line) => `    ${line}\n`).join('');
    expect((await ask('n')).output).toContain(shown([...terms, 'No stop loss']));
  });

  it('shows the orders that an order is linked with', async () => {
    await server.services.approvals.close(first, { status: 'withdrawn' });
    const oco = [{ side: 'sell', type: 'stop_limit', stopPrice: 1400, limitPrice: 1395 }];
    const order = { symbol: 'SPX', side: 'buy', quantity: 5, type: 'limit', limitPrice: 1450, oco };
    await request('order', { tool: 'create_paper_order', args: order });
    const { output } = await ask('n');
    expect(output).toContain(
      'Linked order (OCO): sell stop limit · Stop price: 1400 · Limit price: 1395',
    );
    expect(output).not.toContain('No stop loss');
  });

  it('shows the one that waits, and approves it after a yes', async () => {
    const { code, output } = await ask('y');
    expect(code).toBe(0);
    expect(output).toContain('price: 5000');
    expect(await statusOf(first)).toBe('approved');
  });

  it('decides nothing without a yes', async () => {
    expect((await ask('')).code).toBe(1);
    expect(await statusOf(first)).toBe('pending');
  });

  it('lists several with what they belong to, asks which one, and shows that one', async () => {
    const second = await request('other');
    const { code, output } = await ask('1', 'y');
    expect(code).toBe(0);
    expect(output).toMatch(/1 {2}Decide on other {3}Check a price · symbol SPX.* {3}.* ago/);
    expect(output).toMatch(/2 {2}Decide on confirm {3}/);
    expect(output).toContain('price: 5000');
    expect([await statusOf(first), await statusOf(second)]).toEqual(['pending', 'approved']);
  });

  it.each(['', '0', '3', 'x'])('decides none of several for the answer "%s"', async (answer) => {
    const second = await request('other');
    expect((await ask(answer, 'y')).code).toBe(1);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['pending', 'pending']);
  });

  it('names the choice where nobody can be asked', async () => {
    const { code, warnings } = await server.baton('approve').ended;
    expect(code).toBe(2);
    expect(warnings).toBe(
      `Baton cannot prompt you because this is not a terminal. Name the approval: npx baton approve ${first}`,
    );
  });

  it('says when nothing waits', async () => {
    await server.services.approvals.close(first, { status: 'withdrawn' });
    expect((await server.baton('approve').ended).warnings).toContain('No pending approvals');
  });
});
