import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';

const steps = 8;
const stepMs = 60;
const restMs = 1_200;

/** A pointer that is seen in pictures of the page, and moves as a hand moves it. */
export async function showPointer(page: Page) {
  await page.evaluate(drawPointer);
  let at = { x: 640, y: 400 };

  async function moveTo(to: { x: number; y: number }): Promise<void> {
    const from = at;
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      await page.mouse.move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
      await delay(stepMs);
    }
    at = to;
  }

  /** A place in an element, as a part of its width. */
  async function place(locator: Locator, part: number) {
    const box = await locator.boundingBox();
    if (!box) throw new Error(`Nothing is seen of ${String(locator)}`);
    return { x: box.x + box.width * part, y: box.y + box.height / 2 };
  }

  return {
    async click(locator: Locator): Promise<void> {
      await locator.scrollIntoViewIfNeeded();
      await moveTo(await place(locator, 0.5));
      await page.mouse.down();
      await delay(stepMs);
      await page.mouse.up();
    },
    async drag(locator: Locator, from: number, to: number): Promise<void> {
      await moveTo(await place(locator, from));
      await page.mouse.down();
      for (let step = 0; step <= 3; step += 1)
        await moveTo(await place(locator, from + ((to - from) * step) / 3));
      await page.mouse.up();
    },
    /** Time to look at what is there. */
    rest: (): Promise<void> => delay(restMs),
  };
}

/** Runs in the page. */
function drawPointer(): void {
  const svg = document.createElement('div');
  svg.innerHTML =
    '<svg width="22" height="22" viewBox="0 0 22 22"><path d="M3 2l6 17 2.6-7.4L19 9z" fill="#111" stroke="#fff" stroke-width="1.5" stroke-linejoin="round"/></svg>';
  svg.style.cssText = 'position:fixed;left:0;top:0;z-index:99999;pointer-events:none';
  document.body.append(svg);
  document.addEventListener(
    'mousemove',
    ({ clientX, clientY }) => {
      svg.style.transform = `translate(${clientX - 3}px, ${clientY - 2}px)`;
    },
    true,
  );
}
