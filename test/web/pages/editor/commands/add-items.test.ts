import { expect, it } from 'vitest';
import {
  addItems,
  stepItems,
  triggerItems,
} from '../../../../../web/src/pages/editor/commands/add-items.ts';

it('offers steps, those with a name among them, apart from triggers', () => {
  const pipelines = [{ name: 'report', title: 'Weekly report' }];
  const steps = addItems({ pipelines } as unknown as Parameters<typeof addItems>[0]);
  expect(steps.map(({ id }) => id)).toEqual([...stepItems.map(({ id }) => id), 'pipeline:report']);
  const triggers = triggerItems.map(({ id }) => id);
  expect(triggers).toContain('schedule');
  expect(steps.filter(({ id }) => triggers.includes(id))).toEqual([]);
});
