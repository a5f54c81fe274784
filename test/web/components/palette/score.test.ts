import { expect, it } from 'vitest';
import { score } from '../../../../web/src/components/palette/score.ts';

it('finds by words that are written in a title, not by letters that are strewn over it', () => {
  expect(score('Start Three analysts three-analysts', 'trade')).toBe(0);
  expect(score('Start Three analysts three-analysts', 'analysts')).toBeGreaterThan(0);
});
