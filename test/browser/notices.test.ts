import { expect, it } from 'vitest';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { startOrderRun } from './support/order-run.ts';

describeInBrowser('a notice', () => {
  it('leaves the decision that comes next uncovered on a phone', async () => {
    const runs = [await startOrderRun(api), await startOrderRun(api)];
    const page = await openSignedIn('/approvals', phone);
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    await approve.nth(1).waitFor();
    const asked = await page.getByRole('article').count();
    await approve.first().tap();
    const notice = page.locator('[data-sonner-toast]');
    await notice.getByText(/^Approved/).waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBe(asked - 1);
    await approve.first().scrollIntoViewIfNeeded();
    const [over, under] = [await notice.boundingBox(), await approve.first().boundingBox()];
    expect(over!.y + over!.height).toBeLessThanOrEqual(under!.y);
    for (const { id } of runs)
      await api.ask('POST', `/api/v1/runs/${id}/cancel`).catch(() => undefined);
  });
});
