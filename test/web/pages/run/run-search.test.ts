import { expect, it } from 'vitest';
import { runPlaceOf } from '../../../../web/src/pages/run/run-search.ts';

it('keeps of an address what it can mean, and leaves out the rest', () => {
  expect(runPlaceOf({ inside: 'desk', at: 'desk/news', step: 'turn-1', view: 'canvas' })).toEqual({
    inside: 'desk',
    at: 'desk/news',
    step: 'turn-1',
    view: 'canvas',
  });
  expect(runPlaceOf({ dialog: 'retry-latest' })).toEqual({ dialog: 'retry-latest' });
  expect(runPlaceOf({ dialog: 'moon' })).toEqual({});
  expect(runPlaceOf({ t: 700 })).toEqual({ t: 700 });
  expect(runPlaceOf({ t: -1 })).toEqual({});
  expect(runPlaceOf({ t: 'soon' })).toEqual({});
  expect(runPlaceOf({ inside: '', at: 7, step: 'turn-1', view: 'moon', other: 1 })).toEqual({});
});
