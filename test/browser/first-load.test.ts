import { expect, it } from 'vitest';
import { describeInBrowser, openSignedIn } from './support/browser.ts';

describeInBrowser('the first load of the list of runs', () => {
  it('is below 250 kB on the wire, heads of answers included', async () => {
    const page = await openSignedIn('/nowhere');
    await page.waitForLoadState('networkidle');
    const network = await page.context().newCDPSession(page);
    let files = 0;
    let bytes = 0;
    network.on('Network.requestWillBeSent', () => {
      files += 1;
    });
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await network.send('Network.enable');
    await network.send('Network.clearBrowserCache');
    await page.goto('/runs?status=timeout');
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(250_000);
    expect(files).toBeLessThan(40);
  });
});
