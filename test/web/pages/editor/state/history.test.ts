import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  record,
  redo,
  startHistory,
  undo,
} from '../../../../../web/src/pages/editor/state/store.ts';

describe('the history of an edited document', () => {
  it('goes back and forward through any edits to where it was', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 30 }), (edits) => {
        const states = ['start', ...edits];
        let history = startHistory('start');
        for (const edit of edits) history = record(history, edit);
        for (const state of states.toReversed()) {
          expect(history.present).toBe(state);
          history = undo(history);
        }
        for (const state of states) {
          expect(history.present).toBe(state);
          history = redo(history);
        }
      }),
    );
  });

  it('forgets what was undone when something else is done', () => {
    const undone = undo(record(startHistory('a'), 'b'));
    const { future, present } = redo(record(undone, 'c'));
    expect({ future, present }).toEqual({ future: [], present: 'c' });
  });

  it('takes letters that are typed one after the other as one step', () => {
    let history = startHistory('');
    for (const [index, text] of ['b', 'bu', 'buy'].entries()) {
      history = record(history, text, { group: 'action', at: index * 200 });
    }
    expect(undo(history).present).toBe('');
  });

  it('takes a pause, another field and an undo as the end of a step', () => {
    const typed = record(startHistory('a'), 'b', { group: 'one', at: 0 });
    const later = record(typed, 'c', { group: 'one', at: 5_000 });
    const elsewhere = record(later, 'd', { group: 'two', at: 5_100 });
    expect(undo(elsewhere).present).toBe('c');
    expect(undo(undo(elsewhere)).present).toBe('b');
    const again = record(undo(elsewhere), 'e', { group: 'one', at: 5_200 });
    expect(undo(again).present).toBe('c');
  });

  it('takes what is typed in the same field right after an undo as a new step', () => {
    const typed = record(startHistory('a'), 'b', { group: 'one', at: 0 });
    const more = record(record(typed, 'c', { group: 'two', at: 100 }), 'd', {
      group: 'two',
      at: 200,
    });
    const undone = undo(more);
    expect(undone.present).toBe('b');
    expect(undo(record(undone, 'e', { group: 'two', at: 300 })).present).toBe('b');
  });

  it('keeps the last two hundred steps', () => {
    let history = startHistory(0);
    for (let step = 1; step <= 300; step += 1) history = record(history, step);
    expect(history.past).toHaveLength(200);
    expect(history.past[0]).toBe(100);
  });
});
