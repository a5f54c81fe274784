import type { Page } from 'playwright-core';
import { api, openSignedIn } from '../browser.ts';
import type { PageOptions } from '../browser.ts';
import { ownName } from '../own.ts';

const patienceMs = 20_000;

/** The editor of a page as a person knows it: its places and fields by their names. */
export function deskOf(page: Page) {
  // What is waited for in vain is named, before the test as a whole takes too long.
  page.setDefaultTimeout(patienceMs);
  const settings = page.getByRole('tabpanel', { name: 'Settings' });
  return {
    page,
    settings,
    /** What is said of saving beside the title. */
    state: page.locator('header').getByRole('status'),
    problems: page.getByRole('button', { name: /^\d+ problems?$/ }),
    yaml: page.getByRole('textbox', { name: 'Pipeline YAML' }),
    save: page.getByRole('button', { name: 'Save', exact: true }),
    undo: page.getByRole('button', { name: 'Undo' }),
    redo: page.getByRole('button', { name: 'Redo' }),
    card: (id: string) => page.locator(`.react-flow__node[data-id="${id}"]`),
    edge: (id: string) => page.locator(`.react-flow__edge[data-id="${id}"]`),
    /** A field of the settings, whatever control it has. */
    field(name: string) {
      const named = { name, exact: true };
      return settings.getByRole('textbox', named).or(settings.getByRole('combobox', named));
    },
    tab: (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }),

    /** The ids of the cards that are drawn, in their order. */
    cards: () => idsOf(page, '.react-flow__node'),
    /** The edges that are drawn, such as `a.done>b`. */
    edges: () => idsOf(page, '.react-flow__edge'),
    selected: () => idsOf(page, '.react-flow__node.selected'),

    /** Writes a text in place of that of a code field. */
    async write(name: string, text: string) {
      await settings.getByRole('textbox', { name, exact: true }).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(text);
    },
  };
}

export type Desk = ReturnType<typeof deskOf>;

function idsOf(page: Page, selector: string): Promise<string[]> {
  return page.$$eval(selector, (found) =>
    found.map((element) => (element as HTMLElement).dataset['id'] ?? ''),
  );
}

/** The editor with a stored pipeline. */
async function openEditor(name: string, options?: PageOptions): Promise<Desk> {
  const desk = deskOf(await openSignedIn(`/pipelines/${name}/edit`, options));
  await desk.page.locator('.react-flow__node').first().waitFor();
  return desk;
}

/** The editor with a new pipeline that is stored for it. @param yaml all of it but its name. */
export async function editStored(yaml: string, options?: PageOptions) {
  const name = ownName('edited');
  await api.put(`/api/v1/pipelines/${name}`, `name: ${name}\n${yaml}`);
  return { name, ...(await openEditor(name, options)) };
}

/** The editor with an empty canvas. */
export async function openEmptyEditor(options?: PageOptions): Promise<Desk> {
  const desk = deskOf(await openSignedIn('/pipelines/new', options));
  await desk.page.getByRole('button', { name: 'Add the first node' }).waitFor();
  return desk;
}

type Document = { name: string; layout?: object };

/** What a stored pipeline means: its document without its name and its places on the canvas. */
export async function meaningOf(name: string): Promise<object> {
  const { document } = await api.ask<{ document: Document }>('GET', `/api/v1/pipelines/${name}`);
  const { name: _name, layout: _layout, ...meaning } = document;
  return meaning;
}
