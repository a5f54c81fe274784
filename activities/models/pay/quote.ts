import { Decimal } from '../../base/decimal.ts';
import { dearestTokens } from './prices/cost-of-usage.ts';
import type { UnitPrices } from './prices/unit-prices.ts';

/** How large a call may get. */
export type CallSize = {
  inputTokens: number;
  /** The output that it asks for; left out, as much as its model can write. */
  wantedOutput?: number;
  /** The least output that would be of use. */
  leastOutput: number;
};

/** A model that may answer: its prices, and the most that it can write. */
export type QuotedModel = { unit: UnitPrices; mostOutput: number };

/** What a call that does not say how much it wants is given before others, where the budget has it. */
const usualOutput = 16_384;

/** What a call may cost, whichever of its models answers, in US dollars. */
export type Quote = {
  wanted: Decimal;
  /** What it is given before others: all that it wants, or a usual answer where it does not say. */
  usual: Decimal;
  least: Decimal;
  /** The output tokens that an amount pays for; undefined where that is all that any of the models can write. */
  outputFor(amount: Decimal): number | undefined;
};

/** Whether all that a call may use has a price. */
export function canBeQuoted({ rates }: UnitPrices, { wantedOutput }: CallSize): boolean {
  return rates.input !== undefined && (wantedOutput === 0 || rates.output !== undefined);
}

/** The quote of a call to models of which any may answer. */
export function quoteCall(models: readonly QuotedModel[], size: CallSize): Quote {
  const { inputTokens, leastOutput, wantedOutput = Infinity } = size;
  const parts = models.map(({ unit, mostOutput }) => {
    const { input = zero, output = zero } = dearestTokens(unit, inputTokens);
    const most = size.wantedOutput ?? mostOutput;
    return { input: input.times(inputTokens), output, most };
  });
  const costWith = (tokens: number) =>
    Decimal.max(
      zero,
      ...parts.map(({ input, output, most }) => input.plus(output.times(Math.min(tokens, most)))),
    );
  const wanted = costWith(wantedOutput);
  return {
    wanted,
    usual: size.wantedOutput === undefined ? costWith(usualOutput) : wanted,
    least: costWith(leastOutput),
    outputFor(amount) {
      const affordable = parts
        .filter(({ output }) => output.gt(0))
        .map(({ input, output, most }) => {
          const tokens = amount.minus(input).div(output).floor().toNumber();
          return size.wantedOutput === undefined && tokens >= most ? Infinity : tokens;
        });
      const tokens = Math.min(wantedOutput, ...affordable);
      return tokens === Infinity ? undefined : tokens;
    },
  };
}

const zero = new Decimal(0);
