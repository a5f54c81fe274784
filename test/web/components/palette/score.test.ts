import { expect, it } from 'vitest';
import { score, scoreOf } from '../../../../web/src/components/palette/score.ts';

it('finds by words that are written in a title, not by letters that are strewn over it', () => {
  expect(score('Start Three analysts three-analysts', 'trade')).toBe(0);
  expect(score('Start Three analysts three-analysts', 'analysts')).toBeGreaterThan(0);
});

it('puts what is called so before what only speaks of it', () => {
  const tool = scoreOf('Tool: get_price The last price', 'price', 'Tool: get_price');
  expect(tool).toBeGreaterThan(
    scoreOf('Pipeline: crossing Look at a price', 'price', 'Pipeline: crossing'),
  );
});
