import { describe, expect, test } from 'vitest';
import { allTools } from '../../../../../workers/compose/all-tools.ts';
import { explainConcept } from '../../../../../activities/trading/tools/education/explain-concept.ts';
import { glossary } from '../../../../../activities/trading/glossary/terms/index.ts';
import { toolOf } from '../../../tools/outside.ts';
import { toolModels } from '../../../tools/tool-models.ts';

const shipped = await allTools();

describe('explain_concept', () => {
  test('gives meaning, formula, example and source from the glossary, and says so', async () => {
    const { run } = await toolOf(explainConcept);
    expect(await run({ concept: 'rsi' })).toEqual({
      answeredBy: 'glossary',
      concept: 'relative strength index',
      alsoCalled: ['RSI'],
      topic: 'indicators',
      meaning: expect.stringContaining('overbought'),
      formula: 'RSI = 100 − 100 / (1 + U / D)',
      symbols: { U: expect.any(String), D: expect.any(String) },
      example: expect.stringContaining('66.7'),
      caution: expect.any(String),
      related: expect.arrayContaining(['stochastic oscillator']),
      tool: 'get_indicators',
      source: 'J. Welles Wilder, New Concepts in Technical Trading Systems (1978)',
    });
  });

  test('says what is near to a term that it does not have', async () => {
    const { run } = await toolOf(explainConcept, { models: toolModels().models });
    await expect(run({ concept: 'sharp ratio' })).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      retryable: false,
      message: expect.stringMatching(
        /^The glossary has no "sharp ratio": did you mean Sharpe ratio/,
      ),
    });
    await expect(run({ concept: 'photosynthesis' })).rejects.toThrow(/terms on indicators/);
  });

  test('asks a model where that is set, and says that it was one', async () => {
    const { models, calls } = toolModels({ answer: () => 'A smile-shaped curve.' });
    const settings = { BATON_EXPLAIN_WITH_MODEL: 'true' };
    const { run } = await toolOf(explainConcept, { models, settings });
    expect(await run({ concept: 'volatility smile' })).toEqual({
      answeredBy: 'model',
      concept: 'volatility smile',
      meaning: 'A smile-shaped curve.',
      model: 'openai:gpt-5.2',
      costUsd: '0.001',
      related: expect.arrayContaining(['implied volatility']),
      notice: expect.stringContaining('Nobody has reviewed'),
    });
    expect(await run({ concept: 'Sharpe ratio' })).toMatchObject({ answeredBy: 'glossary' });
    expect(calls).toHaveLength(1);
  });
});

test('a term of the glossary that names a tool names one of the catalog, or of its plan', () => {
  const names = new Set([...shipped.map(({ name }) => name), ...planned]);
  const named = glossary.flatMap(({ tool }) => (tool === undefined ? [] : [tool]));
  expect(named.filter((tool) => !names.has(tool))).toEqual([]);
});

const planned = ['get_fundamentals', 'screen_stocks', 'run_backtest', 'analyze_statistics'];
