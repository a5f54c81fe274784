import type { BrowserContext, Page } from 'playwright-core';
import { shownMs } from './browser.ts';
import { framesOn } from './frames.ts';

/** What is typed: long enough that the undo history and the layout of the text are as when one works. */
const typed = 'compare what the two analysts say';
/** Between two keys: some come while what the one before set off goes on. */
const pausesMs = [60, 90, 140, 200, 320];

export type Typing = {
  /** From each key to the paint that answers it. */
  answeredMs: number[];
  /** Milliseconds of a processor that the page's main thread took for each key, however busy the machine was. */
  processorMs: number;
};

/** In the middle, where nothing lies over it: a node that asks a model. */
const card = '.react-flow__node[data-id="node_13_5"]';

/** Where one types: what is clicked on the way there, the last of it the field. */
export const fields = {
  'a field of a node': [card, 'role=tabpanel >> role=textbox[name="Title"]'],
  'an expression of a node': [card, 'role=tabpanel >> .cm-content'],
  'the YAML': ['role=tab[name="YAML"]', 'role=textbox[name="Pipeline YAML"]'],
} as const;

/** Opens the editor and types in a field of it. */
export async function measureTyping(
  context: BrowserContext,
  path: string,
  way: readonly string[],
): Promise<Typing> {
  const page = await context.newPage();
  try {
    await page.goto(path, { waitUntil: 'commit' });
    await shownMs(page, '.react-flow__node');
    await page.waitForLoadState('networkidle');
    for (const selector of way) await page.locator(selector).first().click({ timeout: 60_000 });
    await page.keyboard.press('End');
    const framesOf = await framesOn(page);
    await page.evaluate('bench.startKeys()');
    const { processorMs } = await framesOf(() => type(page));
    const answeredMs = await page.evaluate<number[]>('bench.stopKeys()');
    return { answeredMs, processorMs: processorMs / typed.length };
  } finally {
    await page.close();
  }
}

async function type(page: Page): Promise<void> {
  for (const [index, letter] of [...typed].entries()) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter);
    await page.waitForTimeout(pausesMs[index % pausesMs.length]!);
  }
}
