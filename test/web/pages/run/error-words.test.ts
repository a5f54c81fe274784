import { expect, it } from 'vitest';
import { errorWords } from '../../../../web/src/pages/run/inspector/error-words.ts';

it('reads an error as a line and what to do', () => {
  expect(errorWords('It cost 1.5 USD. Raise the budget, then retry.')).toEqual({
    line: 'It cost 1.5 USD.',
    rest: 'Raise the budget, then retry.',
    raw: undefined,
  });
  expect(errorWords('No price')).toEqual({ line: 'No price', rest: '', raw: undefined });
});

it('reads of a web page its words, and keeps the page for who wants it', () => {
  const page =
    '502 <!DOCTYPE html><html><head><style>p { x }</style><title>Bad gateway</title></head><p>Try later.</p></html>';
  expect(errorWords(page)).toEqual({ line: '502 Bad gateway Try later.', rest: '', raw: page });
});

it('folds what is too long to be read at a glance', () => {
  const message = `It failed. ${'and so on '.repeat(100)}`;
  const { line, rest, raw } = errorWords(message);
  expect([line, raw]).toEqual(['It failed.', message]);
  expect(rest.length).toBeLessThan(410);
  expect(errorWords('word '.repeat(200)).line.length).toBeLessThan(250);
});
