import type { ToldStep } from '../../../contracts/runs/told-step.ts';

/** A tool run that goes on, unless said. */
export function stepView(step: Partial<ToldStep> & { sequence: number }): ToldStep {
  const name = `turn-${step.sequence}.call-0`;
  return {
    key: `run_1/research#${name}`,
    nodePath: 'research',
    step: name,
    kind: 'tool',
    name: 'get_price',
    label: 'get_price SPX',
    status: 'running',
    attempt: 1,
    input: { symbol: 'SPX' },
    output: null,
    error: null,
    attempts: null,
    inputTokens: null,
    outputTokens: null,
    cachedInputTokens: null,
    reasoningTokens: null,
    costUsd: null,
    startedAt: '2026-11-21T12:00:00.000Z',
    endedAt: null,
    ...step,
  };
}
