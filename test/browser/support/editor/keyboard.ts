import type { Page } from 'playwright-core';

/** More controls than any page of the app has: further on Tab would only go round. */
const mostControls = 90;

/** What hands on a keyboard do: nothing here clicks, or focuses by another way than keys. */
export function keyboardOf(page: Page) {
  const { keyboard } = page;

  /** What the focused control is called. */
  function focused(): Promise<string> {
    return page.evaluate(() => {
      const element = document.activeElement;
      const label = element?.id
        ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`)
        : null;
      const name =
        element?.getAttribute('aria-label') ??
        (label ?? element?.closest('label') ?? element)?.textContent;
      return (name ?? '').replace(/ \*$/, '').trim();
    });
  }

  /** Goes on with Tab to the control of a name. */
  async function tabTo(name: string) {
    const passed: string[] = [];
    do {
      await keyboard.press('Tab');
      passed.push(await focused());
      if (passed.length > mostControls)
        throw new Error(`Tab never led to ${name}: ${passed.join(', ')}`);
    } while (passed.at(-1) !== name);
  }

  return {
    press: (keys: string) => keyboard.press(keys),
    type: (text: string) => keyboard.type(text),
    tabTo,

    /** Goes on with Tab to a control and presses it. */
    async pressAt(name: string) {
      await tabTo(name);
      await keyboard.press('Enter');
    },

    /** Goes on with Tab to a field, and types in place of what is in it. */
    async fill(name: string, text: string) {
      await tabTo(name);
      await keyboard.press('Control+a');
      await keyboard.type(text);
    },

    /** Goes on with Tab to a list, and types what is to be chosen. */
    async choose(name: string, choice: string) {
      await tabTo(name);
      await keyboard.type(choice);
    },

    /** Adds what is found with a search after what is selected, and opens its settings at the first field. */
    async add(search: string) {
      await keyboard.press('n');
      await page.getByPlaceholder('Add a node').waitFor();
      await keyboard.type(search);
      await page.getByRole('option').first().waitFor();
      await keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement?.matches('.react-flow__node'));
      await keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement?.closest('[role="tabpanel"]'));
    },

    /** Leaves the settings for the canvas. The first Escape may only close a list of names. */
    async leave() {
      do await keyboard.press('Escape');
      while (
        await page.evaluate(() => document.activeElement?.closest('[role="tabpanel"]') !== null)
      );
    },

    /** Types the beginning of an expression, and takes the name that is offered. */
    async complete(beginning: string, name: string) {
      await keyboard.type(beginning);
      await page.locator('.cm-tooltip').getByRole('option', { name }).first().waitFor();
      await keyboard.press('Enter');
    },
  };
}
