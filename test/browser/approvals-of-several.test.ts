import { expect, it } from 'vitest';
import type { ApprovalView, RunView } from '../../contracts/api/index.ts';
import { expectAccessible } from './support/axe.ts';
import { api, describeInBrowser } from './support/browser.ts';
import { ownName } from './support/own.ts';
import { openAs } from './support/people.ts';

const { ask, untilStatus } = api;

async function startWaiting(terms: object): Promise<RunView> {
  const document = {
    name: 'approve-the-report',
    nodes: [
      { id: 'confirm', kind: 'approval', title: 'Approve the report', show: 'A report', ...terms },
    ],
    output: '{{ nodes.confirm.output.decision }}',
  };
  const run = await ask<RunView>('POST', '/api/v1/runs', { document, input: {} });
  return untilStatus(run.id, 'waiting');
}

describeInBrowser('an approval of two people', () => {
  it('shows each of them who has approved, and waits for the other', async () => {
    const desk = ownName('desk');
    const [ann, bob] = [ownName('ann'), ownName('bob')];
    const hers = await openAs(ann, ['approver'], [desk]);
    const his = await openAs(bob, ['approver'], [desk]);
    const { id } = await startWaiting({
      approvers: [desk],
      quorum: 2,
      escalate: { after: '8h', approvers: ['head'] },
    });
    await Promise.all([hers, his].map((page) => page.goto(`/runs/${id}`)));
    await his.getByText('2 people must approve').waitFor();
    await his.getByText(/^From .*, head may decide too$/).waitFor();

    await hers.getByRole('button', { name: 'Approve', exact: true }).click();
    await hers.getByText('You approved; 1 more is needed.').waitFor();
    await hers.getByText(new RegExp(`^1 of 2 approved: ${ann} \\(\\d\\d:\\d\\d\\)$`)).waitFor();
    await expect
      .poll(() => hers.getByRole('button', { name: 'Approve', exact: true }).isDisabled())
      .toBe(true);
    expect(await hers.getByRole('button', { name: 'Reject', exact: true }).isEnabled()).toBe(true);
    await expectAccessible(hers, 'the card');

    await his.getByText(new RegExp(`^1 of 2 approved: ${ann}`)).waitFor();
    await his.getByRole('button', { name: 'Approve', exact: true }).click();
    await untilStatus(id, 'completed');
    const decided = await ask<ApprovalView>('GET', `/api/v1/approvals/${id}.confirm`);
    expect(decided.approvedBy).toEqual([ann, bob]);
    await hers.getByRole('button', { name: 'Approve', exact: true }).waitFor({ state: 'detached' });
  });
});

describeInBrowser('what somebody may not do', () => {
  it('is disabled or hidden, and says which role it needs', async () => {
    const viewer = ownName('viewer');
    const page = await openAs(viewer, ['viewer']);
    const { id } = await startWaiting({});
    await page.goto(`/runs/${id}`);
    await page.getByText('You need the role approver or admin for this.').waitFor();
    for (const name of ['Approve', 'Reject']) {
      expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
    }
    const cancel = page.getByRole('button', { name: 'Cancel run' });
    expect(await cancel.isDisabled()).toBe(true);
    expect(await cancel.getAttribute('title')).toBe(
      'You need the role operator or admin for this.',
    );
    await expectAccessible(page, 'the run');
    const who = page.getByRole('group', { name: 'Signed in' });
    expect(await who.innerText()).toMatch(new RegExp(`${viewer}\\s+viewer`));

    await page.goto('/');
    await page.getByText('Nothing waits for your decision.').waitFor();
    // The first of them, and this one may not be among those.
    const others = page.getByRole('list', { name: /^Waits for others: \d+$/ });
    await others.getByRole('link').first().waitFor();
    expect(await page.getByRole('list', { name: 'Waits for you' }).count()).toBe(0);
    await expectAccessible(page, 'the home page');
    const approvals = page.getByRole('navigation').getByRole('link', { name: 'Approvals' });
    expect(await approvals.innerText()).toBe('Approvals');

    await page.goto('/users');
    await page.getByRole('row', { name: /^local/ }).waitFor();
    expect(await page.getByRole('button', { name: /Add user|Edit/ }).count()).toBe(0);
    await ask('POST', `/api/v1/runs/${id}/cancel`, {});
  });
});
