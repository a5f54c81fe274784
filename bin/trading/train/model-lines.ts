import type { Model } from '../../../activities/trading/learning/model.ts';
import { isBetterThanBase } from '../../../activities/trading/learning/scores.ts';
import type { Scores } from '../../../activities/trading/learning/scores.ts';
import { tableLines } from '../../client/text.ts';

const figure = (value: number | null) => (value === null ? '–' : value.toFixed(4));
const dayOf = (time: string) => time.slice(0, 10);

const heads = [
  'OUT OF SAMPLE',
  'FORECASTS',
  'AUC',
  'LOG LOSS',
  'BASE',
  'BRIER',
  'BASE',
  'ACCURACY',
  'BASE',
];

/** A model in words: what it has learned from, how good it was on what it had not seen, and where it is. */
export function modelLines(
  { symbol, timeframe, horizon, data, folds, outOfSample }: Model,
  path: string,
) {
  const interval = outOfSample.aucInterval95;
  const between =
    interval && ` (95 % between ${figure(interval.low)} and ${figure(interval.high)})`;
  return [
    `${symbol} ${timeframe}: whether the close is higher ${horizon} bars later`,
    `Trained on ${data.bars} bars from ${data.source}, ${dayOf(data.from)} to ${dayOf(data.to)}`,
    '',
    ...tableLines([
      heads,
      ...folds.map(({ from, to, scores }) => row(`${dayOf(from)} to ${dayOf(to)}`, scores)),
      row('all', outOfSample),
    ]),
    '',
    isBetterThanBase(outOfSample)
      ? `Better than the base rate out-of-sample${between ?? ''}. Future results may differ.`
      : `No better than the base rate out-of-sample${between ?? ''}. Every forecast carries this warning.`,
    `Written to ${path}`,
  ];
}

function row(name: string, scores: Scores): string[] {
  const { forecasts, auc, logLoss, baseLogLoss, brier, baseBrier, accuracy, baseAccuracy } = scores;
  const figures = [auc, logLoss, baseLogLoss, brier, baseBrier, accuracy, baseAccuracy];
  return [name, String(forecasts), ...figures.map(figure)];
}
