import { expect, it } from 'vitest';
import { expectAccessibleInBothSchemes } from './support/axe.ts';
import { describeInBrowser } from './support/browser.ts';
import { editStored, meaningOf } from './support/editor/desk.ts';

const pipeline = `nodes:
  - id: judge
    kind: model
    prompt: Weigh both sides.
    schema:
      type: object
      required: [action]
      properties:
        action: { type: string, enum: [buy, hold], description: What to do }
        confidence: { type: number, minimum: 0, maximum: 1 }
`;

describeInBrowser('the format of an answer', () => {
  it('is asked for field by field, or as YAML', async () => {
    const { name, page, card, settings, save, state } = await editStored(pipeline);
    await card('judge').click();
    const format = settings.getByRole('group', { name: 'Answer format' });
    const field = (of: string) => format.getByRole('group', { name: of });
    await field('Field action').getByLabel('Choices').fill('buy, hold, sell');
    await field('Field confidence').getByLabel('Required').check();
    await format.getByRole('button', { name: 'Add field' }).click();
    await page.keyboard.type('reasons');
    await field('Field reasons').getByLabel('Field type').selectOption('List of texts');
    await field('Field reasons').getByLabel('What it means').fill('The strongest first');
    await format.getByRole('button', { name: 'Add field' }).click();
    await page.keyboard.type('reasons');
    await format.getByText('another field has this name').waitFor();
    await expectAccessibleInBothSchemes(page, 'fields of an answer');
    await format.getByRole('button', { name: 'Delete field reasons' }).last().click();

    await settings.getByRole('button', { name: 'Answer format as YAML' }).click();
    await settings.getByRole('textbox', { name: 'Answer format' }).getByText('reasons:').waitFor();
    await save.click();
    await state.getByText('saved', { exact: true }).waitFor();
    expect(await meaningOf(name)).toMatchObject({
      nodes: [
        {
          schema: {
            type: 'object',
            required: ['action', 'confidence', 'reasons'],
            properties: {
              action: { type: 'string', enum: ['buy', 'hold', 'sell'], description: 'What to do' },
              confidence: { type: 'number', minimum: 0, maximum: 1 },
              reasons: {
                type: 'array',
                items: { type: 'string' },
                description: 'The strongest first',
              },
            },
          },
        },
      ],
    });
  });
});
