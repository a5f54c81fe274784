import { z } from 'zod';
import type { Network } from '../../network/network.ts';
import { awayByStatus, toToolError } from '../../tool-kit/network-failure.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import type { Forecast, Forecasts } from './forecast.ts';
import { foreignJson } from '../../../contracts/base/foreign-json.ts';

const share = z.number().min(0).max(1);

/** The answer of a forecast server. Optional fields are reported as unknown. */
const answerSchema = z.object({
  probabilityUp: share,
  horizon: z.number().int().min(1).optional(),
  baseRate: share.optional(),
  /** Time of the newest data that the forecast uses. */
  asOf: z.iso.datetime({ offset: true }),
  model: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).default({}),
  intercept: z.number().optional(),
  contributions: z
    .array(
      z.object({
        feature: z.string(),
        about: z.string().optional(),
        value: z.number(),
        standardized: z.number().optional(),
        contribution: z.number(),
      }),
    )
    .default([]),
  outOfSample: z
    .object({
      forecasts: z.number(),
      baseRate: share,
      auc: share.nullable(),
      logLoss: z.number(),
      baseLogLoss: z.number(),
      brier: z.number(),
      accuracy: share,
      baseAccuracy: share,
    })
    .partial()
    .optional(),
  isBetterThanBase: z.boolean().optional(),
});

/**
 * Forecasts by a server: `GET <url>?symbol=BTC%2FUSDT&timeframe=1d` must return JSON with at least `probabilityUp` and
 * `asOf`. For a replay the request has `asOf`, and an answer with a later one is refused.
 * @throws {ToolError} if the server does not respond or returns no valid forecast.
 */
export function httpForecasts({ url, network }: { url: string; network: Network }): Forecasts {
  return {
    async forecast({ symbol, timeframe, asOf }, signal) {
      const address = new URL(url);
      address.searchParams.set('symbol', symbol);
      address.searchParams.set('timeframe', timeframe);
      if (asOf !== undefined) address.searchParams.set('asOf', asOf);
      const { status, body } = await network
        .send(address, { signal, headers: { accept: 'application/json' } })
        .catch(toToolError({ isOwnSource: true }));
      if (status !== 200) {
        throw new ToolError(
          `The server of BATON_ML_URL answered ${status} for ${symbol} ${timeframe}`,
          {
            retryable: status >= 500 || status === 429,
            fault: 'upstream',
            away: awayByStatus(status, { what: 'the server of BATON_ML_URL' }),
          },
        );
      }
      const answer = answerSchema.safeParse(foreignJson(body.toString('utf8')));
      if (!answer.success) {
        const [issue] = answer.error.issues;
        throw new ToolError(
          `The server of BATON_ML_URL returned no forecast: ${issue?.path.join('.') || 'the answer'}: ${issue?.message}`,
          { retryable: false, fault: 'upstream' },
        );
      }
      const forecast = { symbol, timeframe, source: address.origin, ...toForecast(answer.data) };
      if (asOf === undefined || Date.parse(forecast.asOf) <= Date.parse(asOf)) return forecast;
      throw new ToolError(
        `The server of BATON_ML_URL has no forecast of ${symbol} as of ${asOf}: it returned one as of ${forecast.asOf}`,
        { retryable: false, fault: 'upstream' },
      );
    },
  };
}

function toForecast(
  answer: z.output<typeof answerSchema>,
): Omit<Forecast, 'symbol' | 'timeframe' | 'source'> {
  const { horizon, baseRate, intercept, outOfSample, isBetterThanBase, contributions } = answer;
  return {
    asOf: new Date(answer.asOf).toISOString(),
    probabilityUp: answer.probabilityUp,
    horizon: horizon ?? null,
    baseRate: baseRate ?? outOfSample?.baseRate ?? null,
    intercept: intercept ?? null,
    model: answer.model,
    contributions: contributions
      .map(({ about, standardized, ...rest }) => ({
        ...rest,
        ...(about !== undefined && { about }),
        ...(standardized !== undefined && { standardized }),
      }))
      .toSorted((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution)),
    outOfSample: outOfSample ? (outOfSample as Forecast['outOfSample']) : null,
    isBetterThanBase: isBetterThanBase ?? null,
  };
}
