import { describe, expect, test } from 'vitest';
import { emitEvent } from '../../../../activities/catalog/system/emit-event.ts';
import { toolOf } from '../../tools/outside.ts';

describe('emit_event', () => {
  test('publishes an event with its data, under an id that is the same on every attempt', async () => {
    const told: object[] = [];
    const { run, spec } = await toolOf(emitEvent, {
      services: {
        emitEvent: async (event) => {
          told.push(event);
          return { started: ['desk.told'], received: ['run_2/paid'] };
        },
      },
    });
    expect(spec.sideEffect).toBe(true);
    const event = { name: 'report.ready', data: { title: 'Morning', pages: [1, 2] } };
    const answer = await run(event, { key: 'run/tell#tool' });
    const [started, received] = [['desk.told'], ['run_2/paid']];
    expect(answer).toEqual({ name: 'report.ready', started, received });
    await run({ name: 'report.ready' }, { key: 'run/other#tool' });
    expect(told).toMatchObject([
      { ...event, id: 'run/tell#tool' },
      { name: 'report.ready', data: {}, id: 'run/other#tool' },
    ]);
  });

  test('takes names of events alone', async () => {
    const { run } = await toolOf(emitEvent);
    await expect(run({ name: 'report ready' })).rejects.toThrow('is not the name of an event');
  });
});
