import { describe, expect, it } from 'vitest';
import { MalformedPipeline, parsePipeline } from '../../../api/documents/parse-pipeline.ts';

/** A list that names the one before it several times, and so on: small as text, and huge in memory. */
function bomb(levels: number, times: number): string {
  const lines = Array.from({ length: levels }, (_, level) => {
    const names = Array.from({ length: times }, () => (level === 0 ? 'x' : `*a${level - 1}`));
    return `a${level}: &a${level} [${names.join(', ')}]`;
  });
  return lines.join('\n');
}

describe('the text of a pipeline', () => {
  it('may use aliases', () => {
    expect(parsePipeline('a: &a { x: 1 }\nb: *a')).toEqual({ a: { x: 1 }, b: { x: 1 } });
  });

  it.each([
    ['aliases of aliases', bomb(9, 9)],
    ['many aliases of much', `a: &a ${'x'.repeat(50_000)}\nb: [${'*a, '.repeat(90)}]`],
    ['100,000 times [', '['.repeat(100_000)],
    ['100,000 lists in lists', '- '.repeat(100_000)],
    ['a thousand lists in lists', `${'['.repeat(1_000)}${']'.repeat(1_000)}`],
    ['an alias of itself', 'a: &a [*a]'],
  ])('is refused, not choked on, for %s', (_what, text) => {
    expect(() => parsePipeline(text)).toThrow(MalformedPipeline);
  });
});
