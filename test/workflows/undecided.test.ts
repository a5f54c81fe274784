import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { resolveApproval } from '../../workflows/messages.ts';
import { startHarness } from './support/harness.ts';

let harness: Awaited<ReturnType<typeof startHarness>>;
let counted: number | undefined;
beforeAll(async () => {
  harness = await startHarness({ counted: () => counted, token });
});
afterAll(() => harness.stop());
beforeEach(() => {
  counted = undefined;
});

const token = 'open sesame';
const confirm = {
  id: 'confirm',
  kind: 'approval' as const,
  show: { buy: 1 },
  approvers: ['ann'],
  timeout: '1h',
};

const start = (terms: object) => harness.start({ nodes: [{ ...confirm, ...terms }] });
const approve = (approvalId: string, by: string) =>
  ({ approvalId, decision: 'approve', by, token }) as const;

it('reminds, then asks others too, whose decision counts from then on', async () => {
  const run = await start({
    // The later one comes first in the document's fields.
    escalate: { after: '1500ms', approvers: ['head'] },
    remindAfter: '1s',
  });
  const approvalId = `${run.workflowId}.confirm`;
  await expect.poll(() => harness.recorded.approvals.length, { timeout: 20_000 }).toBe(1);
  await run.signal(resolveApproval, approve(approvalId, 'head'));
  await expect
    .poll(() => harness.recorded.refusals, { timeout: 20_000 })
    .toMatchObject([{ by: 'head', reason: 'not-an-approver' }]);
  await expect
    .poll(() => harness.recorded.timers, { timeout: 20_000 })
    .toEqual(['reminder', 'escalation']);
  await run.signal(resolveApproval, approve(approvalId, 'head'));
  await run.result();
  expect(harness.recorded.closed.at(-1)).toMatchObject({ status: 'approved', by: 'head' });
  expect(harness.recorded.approvals[0]?.escalation).toMatchObject({ approvers: ['head'] });
}, 60_000);

it('keeps waiting while more people must approve', async () => {
  const run = await start({ approvers: ['ann', 'bob'], quorum: 2 });
  const approvalId = `${run.workflowId}.confirm`;
  const closed = harness.recorded.closed.length;
  counted = 1;
  // Both at once: they are taken one after the other.
  await Promise.all([
    run.signal(resolveApproval, approve(approvalId, 'ann')),
    run.signal(resolveApproval, approve(approvalId, 'bob')),
  ]);
  await expect.poll(() => harness.recorded.closed.length, { timeout: 20_000 }).toBe(closed + 2);
  const [first, second] = harness.recorded.closed.slice(closed).map(({ by }) => by);
  expect(new Set([first, second])).toEqual(new Set(['ann', 'bob']));
  counted = undefined;
  await run.signal(resolveApproval, approve(approvalId, 'ann'));
  await run.result();
  expect(harness.recorded.closed).toHaveLength(closed + 3);
}, 60_000);
