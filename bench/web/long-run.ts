import type { BrowserContext, Page } from 'playwright-core';
import { shownMs } from './browser.ts';

const timeline = '[role=tree] > [role=presentation]';
const row = '[role=tree] [role=treeitem]';

export type LongRun = { usableMs: number; completeMs: number; megabytes: number };

/**
 * Opens a run: when a click on a node was answered, when the timeline had every step, and the memory of the
 * scripts after that.
 * @param options.meanwhile what goes on before the memory is looked at; gives the steps that there are then.
 */
export async function measureLongRun(
  context: BrowserContext,
  runId: string,
  { steps, meanwhile }: { steps: number; meanwhile?: (page: Page) => Promise<number> },
): Promise<LongRun> {
  const page = await context.newPage();
  try {
    await page.goto(`/runs/${runId}`, { waitUntil: 'commit' });
    const node = '.react-flow__node[data-id="node_2"]';
    await shownMs(page, node);
    await page.click(node);
    const usableMs = await shownMs(page, `${node}.selected`);
    const completeMs = await untilSteps(page, steps);
    if (meanwhile) await untilSteps(page, await meanwhile(page));
    const inspector = await context.newCDPSession(page);
    await inspector.send('HeapProfiler.collectGarbage');
    const { usedSize } = await inspector.send('Runtime.getHeapUsage');
    return { usableMs, completeMs, megabytes: usedSize / 1e6 };
  } finally {
    await page.close();
  }
}

function untilSteps(page: Page, steps: number): Promise<number> {
  return page.evaluate<number>(
    `bench.rows(${JSON.stringify(timeline)}, ${JSON.stringify(row)}, ${steps})`,
  );
}
