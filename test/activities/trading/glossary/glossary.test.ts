import { describe, expect, test } from 'vitest';
import { comparable, findTerm } from '../../../../activities/trading/glossary/find-term.ts';
import { glossary } from '../../../../activities/trading/glossary/terms/index.ts';
import { sources } from '../../../../activities/trading/glossary/terms/sources.ts';
import { topics } from '../../../../activities/trading/glossary/terms/term.ts';

const namesOf = ({ name, aliases }: (typeof glossary)[number]) => [name, ...aliases];

describe('the glossary', () => {
  test('explains a hundred terms, of every topic', () => {
    expect(glossary.length).toBeGreaterThanOrEqual(100);
    for (const topic of topics) expect(glossary.some((term) => term.topic === topic)).toBe(true);
  });

  test('has no name twice, and finds each term by each of its names', () => {
    const owners = new Map<string, string>();
    for (const term of glossary) {
      for (const name of namesOf(term)) {
        expect(owners.get(comparable(name)) ?? term.name, name).toBe(term.name);
        owners.set(comparable(name), term.name);
        expect(findTerm(name)).toEqual({ term });
        expect(findTerm(`What is the ${name.toUpperCase()}?`)).toEqual({ term });
      }
    }
  });

  test('names only terms that it has as related', () => {
    const names = new Set(glossary.map(({ name }) => name));
    for (const { name, related } of glossary) {
      expect(
        related.filter((other) => !names.has(other) || other === name),
        name,
      ).toEqual([]);
      expect(related.length, name).toBeGreaterThan(0);
    }
  });

  test('uses each of its sources, and says what each symbol stands for that a formula has', () => {
    const used = new Set(glossary.map(({ source }) => source));
    expect(Object.keys(sources).filter((source) => !used.has(source as never))).toEqual([]);
    for (const { name, formula = '', symbols = {} } of glossary) {
      const foreign = Object.keys(symbols).filter((symbol) => {
        const [letter = ''] = symbol.split('_');
        return !formula.includes(symbol) && !formula.includes(letter);
      });
      expect(foreign, name).toEqual([]);
    }
  });

  test.each([
    ['sharp ratio', 'Sharpe ratio'],
    ['bolinger bands', 'Bollinger bands'],
    ['max draw down', 'maximum drawdown'],
    ['relative strenght index', 'relative strength index'],
    ['implied vol', 'implied volatility'],
  ])('gives what was likely meant by %s', (typed, meant) => {
    expect(findTerm(typed)).toEqual({ near: expect.arrayContaining([meant]) });
  });

  test.each([
    ['optimal f', 'the Kelly fraction is computed from the odds, optimal f from the largest loss'],
    ['probabilistic Sharpe ratio', 'only the deflated one counts the attempts'],
    ['payout', 'dividends of the earnings, not of the price'],
    ['turnover', 'also what an account buys and sells over its equity'],
  ])('does not take %s for another measure: %s', (name) => {
    expect(findTerm(name)).not.toHaveProperty('term');
  });

  test('gives nothing near for what is far from all', () => {
    expect(findTerm('photosynthesis')).toEqual({ near: [] });
  });
});
