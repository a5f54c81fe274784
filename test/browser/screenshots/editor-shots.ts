import type { Page } from 'playwright-core';
import type { Shot } from './shots.ts';

const edit = (name: string, node?: string) => () =>
  `/pipelines/${name}/edit${node === undefined ? '' : `?node=${node}`}`;

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();

const openTab = (name: string | RegExp) => (page: Page) => page.getByRole('tab', { name }).click();

/** Opens the settings, which beside a list are another tab. */
async function openSettings(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
}

/** Opens one of the dialogs that compare versions. */
async function compareVersions(page: Page): Promise<void> {
  await openTab('Versions')(page);
  const list = page.getByRole('tabpanel', { name: 'Versions' });
  await list
    .getByRole('button', { name: /^Compare/ })
    .last()
    .click();
  await page.getByRole('dialog').getByRole('row').first().waitFor();
}

/** Has the page believe that a model is set up, as it would be with the key of a provider. */
async function withModel(page: Page): Promise<void> {
  await page.route('**/ready', async (route) => {
    const answer = await route.fetch();
    const ready = (await answer.json()) as { models?: object };
    await route.fulfill({ json: { ...ready, models: { ...ready.models, demo: false } } });
  });
  await page.reload();
  await page.getByRole('heading').first().waitFor();
}

async function openForm(page: Page, result: string): Promise<void> {
  await press('New agent')(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Result', { exact: true }).selectOption({ label: result });
  await dialog.getByLabel('Result', { exact: true }).scrollIntoViewIfNeeded();
}

/** The pages of building and deciding, by the name of their picture. */
export const editorShots: Record<string, Shot> = {
  'canvas-large': { path: edit('morning-desk') },
  'canvas-rows': {
    path: edit('morning-desk'),
    only: 'desk',
    async prepare(page) {
      await page.locator('.react-flow__node-card').first().focus();
      await page.keyboard.press('Shift+L');
      await page.locator('header').getByText('unsaved changes').waitFor();
    },
  },
  'canvas-note': {
    path: edit('morning-desk'),
    only: 'desk',
    prepare: (page) => page.getByLabel(/^Note:/).click(),
  },
  'canvas-selection': {
    path: edit('morning-desk'),
    only: 'desk',
    async prepare(page) {
      await page.locator('.react-flow__node-card').first().focus();
      await page.keyboard.press('Control+a');
    },
  },
  'canvas-frame': {
    path: edit('bull-and-bear'),
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Show what/ })
        .first()
        .click({ timeout: 3_000 })
        .catch(() => undefined),
  },
  'canvas-add': {
    path: edit('morning-desk'),
    prepare: async (page) => {
      if (page.viewportSize()!.width < 640) return press('Add a node')(page);
      await page.locator('.react-flow__node-card').first().focus();
      await page.keyboard.press('n');
    },
  },
  'canvas-commands': {
    path: edit('morning-desk'),
    only: 'desk',
    prepare: press(''),
  },
  'canvas-problems': {
    path: edit('morning-desk', 'bull'),
    async prepare(page) {
      await openSettings(page);
      const field = page.getByRole('textbox', { name: 'Prompt, required' });
      await field.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('Ask {{ nodes.nobody.output }}');
      await openTab(/^Problems/)(page);
      await page.getByRole('tabpanel').getByText('nobody').first().waitFor();
    },
  },
  'editor-yaml': { path: edit('morning-desk'), prepare: openTab('YAML') },
  'editor-model': { path: edit('morning-desk', 'judge'), prepare: openSettings },
  'editor-tool': { path: edit('morning-desk', 'history'), prepare: openSettings },
  'editor-agent': { path: edit('morning-desk', 'news'), prepare: openSettings },
  'editor-approval': { path: edit('morning-desk', 'confirm'), prepare: openSettings },
  'editor-switch': { path: edit('morning-desk', 'way'), prepare: openSettings },
  'editor-loop': { path: edit('bull-and-bear', 'debate'), prepare: openSettings },
  'editor-trigger': { path: edit('morning-desk', 'before_the_open'), prepare: openSettings },
  'editor-inputs': { path: edit('morning-desk'), prepare: openSettings },
  'editor-pinned': { path: edit('twice-a-day', 'check'), prepare: openSettings },
  'editor-try': {
    path: edit('research-to-trading', 'decide'),
    async prepare(page) {
      await openSettings(page);
      await press('Try this node')(page);
      await page.getByRole('group', { name: 'Output' }).scrollIntoViewIfNeeded();
    },
  },
  'editor-start': {
    path: edit('morning-desk'),
    async prepare(page) {
      await press('Start')(page);
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    },
  },
  versions: { path: edit('price-check'), prepare: openTab('Versions') },
  'versions-compare': { path: edit('price-check'), prepare: compareVersions },
  'start-inputs': { path: () => '/pipelines/morning-desk', isWhole: true },
  gallery: { path: () => '/gallery' },
  'gallery-whole': { path: () => '/gallery', isWhole: true },
  'gallery-none': { path: () => '/gallery?text=no+such+thing' },
  say: { path: () => '/say' },
  'say-nearest': { path: () => '/say?request=Sort+the+mails+of+customers+and+draft+a+reply' },
  'say-ask': { path: () => '/say?pipeline=price-check', prepare: withModel },
  'say-draft': {
    path: ({ editor }) => `/say?run=${editor.draft}`,
    prepare: withModel,
    isWhole: true,
  },
  'say-change': {
    path: ({ editor }) => `/say?pipeline=price-check&run=${editor.change}`,
    prepare: withModel,
    isWhole: true,
  },
  'say-refusal': {
    path: ({ editor }) => `/say?run=${editor.refusal}`,
    prepare: withModel,
    isWhole: true,
  },
  'say-why': { path: ({ failed }) => `/say?failed=${failed.id}`, prepare: withModel },
  'say-answer': {
    path: ({ failed, editor }) => `/say?failed=${failed.id}&run=${editor.explanation}`,
    prepare: withModel,
  },
  triggers: { path: () => '/triggers' },
  trigger: { path: () => '/triggers/morning-desk.before_the_open' },
  'trigger-history': { path: () => '/triggers/twice-a-day.noon_and_night' },
  'trigger-secret': {
    path: () => '/triggers/morning-desk.asked',
    prepare: press(/^(Make a|Replace the) secret$/),
  },
  'approval-several': { path: ({ editor }) => `/runs/${editor.several}` },
  'approval-drift': {
    path: ({ editor }) => `/runs/${editor.drift}`,
    prepare: (page) => page.getByText('Drift since decision').scrollIntoViewIfNeeded(),
  },
  'approval-plan': { path: ({ editor }) => `/runs/${editor.plan}` },
  'approval-edit': {
    path: ({ editor }) => `/runs/${editor.drift}`,
    prepare: press('Edit'),
  },
  decide: { path: ({ editor }) => `/decide?token=${editor.decideToken}`, isWhole: true },
  'decide-order': { path: ({ editor }) => `/decide?token=${editor.orderToken}`, isWhole: true },
  'decide-used': { path: ({ editor }) => `/decide?token=${editor.usedToken}` },
  'decide-none': { path: () => '/decide?token=made-up' },
  'agent-result': {
    path: () => '/agents',
    prepare: (page) => openForm(page, 'Custom fields'),
  },
  'agent-close': {
    path: () => '/agents',
    async prepare(page) {
      await openForm(page, 'Text report');
      await page.getByRole('dialog').getByLabel('Role').fill('Night watch');
      await page.keyboard.press('Escape');
    },
  },
};
