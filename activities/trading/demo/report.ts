import type { JsonObject } from '../../../contracts/base/json.ts';
import { cutText } from '../../../contracts/base/text.ts';
import type { Facts } from './facts.ts';
import { figure, instant, show } from './figures.ts';
import { demoLabel } from '../../models/providers/demo/label.ts';
import { judge } from './rule.ts';

const words = { long: 'up', short: 'down', neutral: 'no clear direction' };

/** A short report of the tools' results, with sources and as-of times. */
export function writeReport(facts: Facts): string {
  const title = facts.symbol
    ? `${demoLabel} Report on ${facts.symbol}, from ${facts.observations.length} tool results.`
    : `${demoLabel} The task names no symbol, such as SPX or BTC/USDT, so there is nothing to look up.`;
  const lines = [
    priceLine(facts),
    directionLine(facts),
    ...newsLines(facts),
    sentimentLine(facts),
    portfolioLine(facts),
    researchLine(facts),
    facts.failures.length > 0 ? `Missing: ${facts.failures.join('; ')}` : undefined,
  ].filter((line) => line !== undefined);
  return [title, ...lines.map((line) => `- ${line}`)].join('\n');
}

/** `Source: …, as of …` of each market answer. */
export function sources({ answer }: Facts): string {
  const origins = ['get_price', 'get_ohlcv', 'get_indicators']
    .map((tool) => origin(answer(tool)))
    .filter((text) => text !== '');
  return [...new Set(origins)].join('; ');
}

function origin(answer: JsonObject | undefined): string {
  if (!answer) return '';
  const { source, asOf, notice } = answer;
  return [source && `Source: ${String(source)}`, asOf && `as of ${instant(asOf)}`, notice]
    .filter(Boolean)
    .join(', ');
}

function priceLine({ answer }: Facts): string | undefined {
  const price = answer('get_price');
  if (!price) return undefined;
  const change = figure(price['change24hPercent']);
  const moved = change === undefined ? '' : ` (${change >= 0 ? '+' : ''}${show(change)} % in 24 h)`;
  const currency = typeof price['currency'] === 'string' ? ` ${price['currency']}` : '';
  return `Price: ${show(figure(price['price']))}${currency}${moved}. ${origin(price)}`;
}

function directionLine(facts: Facts): string | undefined {
  const verdict = judge(facts);
  const indicators = facts.answer('get_indicators');
  if (verdict.direction === 'unknown') {
    return facts.symbol
      ? `Trend and momentum: unknown, without ${verdict.missing.join(', ')}`
      : undefined;
  }
  return (
    `Trend and momentum: ${words[verdict.direction]}, score ${show(verdict.score)} of -1 to 1: ` +
    `${verdict.reasons.join(', ')}. ${origin(indicators)}`
  );
}

function newsLines({ answer, articles }: Facts): string[] {
  const news = answer('search_news');
  if (!news) return [];
  if (articles.length === 0) return [`News: none found. ${origin(news)}`];
  const headlines = articles.map(({ title, publisher, publishedAt }) => {
    const details = [publisher, publishedAt && instant(publishedAt)].filter(Boolean).join(', ');
    return `News: "${title}"${details ? ` (${details})` : ''}`;
  });
  return [...headlines, `News above: ${origin(news)}`];
}

function sentimentLine({ answer }: Facts): string | undefined {
  const sentiment = answer('analyze_sentiment');
  if (!sentiment) return undefined;
  const label = typeof sentiment['label'] === 'string' ? ` (${sentiment['label']})` : '';
  return `Sentiment of the headlines: ${show(figure(sentiment['score']))}${label}`;
}

function portfolioLine({ answer, equity, cash, held, symbol }: Facts): string | undefined {
  if (!answer('get_portfolio')) return undefined;
  return `Portfolio: equity ${show(equity)}, cash ${show(cash)}, ${symbol ?? 'symbol'} held ${show(held)}`;
}

function researchLine({ observations }: Facts): string | undefined {
  const research = observations.find(
    ({ tool, isError }) => tool.startsWith('delegate_to_') && !isError,
  );
  if (!research) return undefined;
  const said = research.data?.['report'];
  const text = typeof said === 'string' ? said : research.text;
  return `Research said: ${cutText(text.replace(/\s+/g, ' '), 400)}`;
}
