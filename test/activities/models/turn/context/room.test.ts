import { describe, expect, it } from 'vitest';
import {
  correctionBy,
  roomForQuestion,
} from '../../../../../activities/models/turn/context/fitted-request.ts';

describe('the room for a question', () => {
  it('leaves the answer what it may have, and some for a wrong estimate', () => {
    const window = 100_000;
    expect(roomForQuestion({ window, maximumOutputTokens: 10_000, correction: 1 })).toBe(85_500);
  });

  it('leaves the answer no more than a quarter of the window', () => {
    const window = 8_000;
    expect(roomForQuestion({ window, maximumOutputTokens: undefined, correction: 1 })).toBe(5_700);
  });

  it.each([
    ['nothing is known of the turn before', undefined, 1],
    ['it counted a half more', { estimatedTokens: 100, countedTokens: 150 }, 1.5],
    ['it counted much more', { estimatedTokens: 100, countedTokens: 900 }, 3],
    ['it counted a little less', { estimatedTokens: 100, countedTokens: 90 }, 0.9],
    ['it counted much less', { estimatedTokens: 100, countedTokens: 60 }, 0.8],
    ['it counted but a part', { estimatedTokens: 100, countedTokens: 10 }, 1],
    ['it does not count', { estimatedTokens: 100, countedTokens: 0 }, 1],
  ])('is corrected by what the provider counted: %s', (_name, last, correction) => {
    expect(correctionBy(last)).toBe(correction);
  });
});
