import type { TrainOptions } from './train/train-options.ts';
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { reporting } from '../client/action.ts';

const lengths = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'];

/** `baton train SYMBOL`: trains a model on past bars, and says how good it was on what it had not seen. */
export function addTrain(program: Command, context: Context): void {
  program
    .command('train')
    .argument('<symbol>', 'such as SPX or BTC/USDT')
    .addOption(new Option('--timeframe <length>', 'length of a bar').choices(lengths).default('1d'))
    .option('--horizon <bars>', 'how many bars ahead it predicts', wholeNumber(1, 100), 5)
    .option(
      '--bars <count>',
      'how many of the newest bars to train on',
      wholeNumber(500, 50_000),
      5_000,
    )
    .option(
      '--until <date>',
      'train only on bars that end before this day, such as 2012-01-31',
      readDay,
    )
    .action((symbol: string, options: TrainOptions) =>
      reporting(context, async () => {
        // It loads much that no other command needs.
        const { train } = await import('./train/train.ts');
        const { model, path } = await train(context.env, symbol.trim().toUpperCase(), options);
        const { modelLines } = await import('./train/model-lines.ts');
        for (const line of modelLines(model, path)) context.print(line);
      }),
    );
}

function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const number = Number(text);
    if (Number.isInteger(number) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Write a whole number from ${least} to ${most}.`);
  };
}

/** @throws {InvalidArgumentError} where it is no day of the calendar, as 2012-02-31. */
export function readDay(text: string): string {
  // JavaScript takes the 31st of February for the 2nd of March.
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(time) && new Date(time).toISOString().startsWith(text)) return text;
  throw new InvalidArgumentError('Write a day such as 2012-01-31.');
}
