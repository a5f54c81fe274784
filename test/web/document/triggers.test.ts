import { describe, expect, it } from 'vitest';
import type { Json } from '../../../contracts/base/json.ts';
import { compareDocuments } from '../../../web/src/document/compare.ts';
import {
  addTrigger,
  newTrigger,
  removeTriggers,
  renameTrigger,
  setInTrigger,
} from '../../../web/src/document/edits/triggers.ts';

const document = {
  name: 'desk',
  nodes: [{ id: 'note', kind: 'transform', value: 1 }],
  layout: { note: { x: 0, y: 0 } },
};
const withTrigger = addTrigger(document, newTrigger(document, 'schedule'), { x: 5, y: 7.4 });

describe('triggers of a document that is edited', () => {
  it('are added with an id that no node and no other trigger has', () => {
    expect(withTrigger).toMatchObject({
      triggers: [{ id: 'schedule', kind: 'schedule', cron: expect.any(String) }],
      layout: { schedule: { x: 5, y: 7 } },
    });
    expect(newTrigger(withTrigger, 'schedule')['id']).not.toBe('schedule');
  });

  it('have fields set and taken away', () => {
    const changed = setInTrigger(withTrigger, 'schedule', 'timeZone', 'Europe/Berlin');
    expect(changed).toMatchObject({ triggers: [{ timeZone: 'Europe/Berlin' }] });
    expect(setInTrigger(changed, 'schedule', 'timeZone', undefined)).toEqual(withTrigger);
  });

  it('are renamed with their places', () => {
    expect(renameTrigger(withTrigger, 'schedule', 'daily')).toMatchObject({
      triggers: [{ id: 'daily' }],
      layout: { note: { x: 0, y: 0 }, daily: { x: 5, y: 7 } },
    });
  });

  it('are removed with their places, and nothing is left of them', () => {
    expect(removeTriggers(withTrigger, ['schedule'])).toEqual(document);
    expect(removeTriggers(withTrigger, ['note'])).toBe(withTrigger);
  });

  it('differ by their fields, and not by defaults that are written out', () => {
    const written = setInTrigger(withTrigger, 'schedule', 'timeZone', 'UTC');
    expect(compareDocuments(withTrigger, written)).toEqual([]);
    const changed: Json = setInTrigger(withTrigger, 'schedule', 'overlap', 'allowAll');
    expect(compareDocuments(withTrigger, changed)).toEqual([
      { where: 'trigger schedule: overlap', before: 'skip', after: 'allowAll' },
    ]);
  });
});
