import { z } from 'zod';
import { backtestEnvironment } from './backtest/env.ts';
import { exchangeEnvironment } from './exchange/env.ts';
import { educationEnvironment } from './glossary/env.ts';
import { learningEnvironment } from './learning/env.ts';
import { marketEnvironment } from './market/env.ts';
import { newsEnvironment } from './news/env.ts';

export const tradingEnvironment = z.object({
  ...marketEnvironment.shape,
  ...exchangeEnvironment.shape,
  ...newsEnvironment.shape,
  ...educationEnvironment.shape,
  ...backtestEnvironment.shape,
  ...learningEnvironment.shape,
});
export type TradingEnvironment = z.output<typeof tradingEnvironment>;
