import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { ChatMessage } from '../../../../contracts/models/messages.ts';
import { cutText } from '../../../../contracts/base/text.ts';
import { figure, member } from './figures.ts';
import { readObservations } from './observations.ts';
import type { Observation } from './observations.ts';
import { findSymbol } from './symbol.ts';

type Article = { title: string; publisher: string; publishedAt: string };

/** What the conversation tells: the task's symbol, and figures that tools gave. */
export type Facts = {
  symbol: string | undefined;
  task: string;
  observations: Observation[];
  /** The latest answer of a tool that succeeded. */
  answer(tool: string): JsonObject | undefined;
  price: number | undefined;
  sma20: number | undefined;
  sma50: number | undefined;
  rsi: number | undefined;
  histogram: number | undefined;
  atr: number | undefined;
  articles: Article[];
  equity: number | undefined;
  cash: number | undefined;
  /** Units held of the symbol: below zero when short, undefined when the portfolio is not known. */
  held: number | undefined;
  /** `get_price failed: …` for every tool that gave no answer. */
  failures: string[];
};

export function gatherFacts(messages: readonly ChatMessage[]): Facts {
  const task = messages.find(({ role }) => role === 'user')?.text ?? '';
  const symbol = findSymbol(task);
  const observations = readObservations(messages);
  const answer = (tool: string) =>
    observations.findLast((observation) => observation.tool === tool && observation.data)?.data;
  const indicators = answer('get_indicators');
  const value = (...path: string[]) => figure(member(indicators, 'indicators', ...path));
  const portfolio = answer('get_portfolio');
  return {
    symbol,
    task,
    observations,
    answer,
    price: figure(answer('get_price')?.['price']) ?? figure(indicators?.['close']),
    sma20: value('sma20', 'value'),
    sma50: value('sma50', 'value'),
    rsi: value('rsi14', 'value'),
    histogram: value('macd', 'histogram'),
    atr: value('atr14', 'value'),
    articles: readArticles(answer('search_news')),
    equity: figure(portfolio?.['equity']),
    cash: figure(portfolio?.['cash']),
    held: portfolio && symbol ? heldUnits(portfolio, symbol) : undefined,
    failures: observations.filter(gaveNothing).map(failureText),
  };
}

/** What the latest call of a tool failed with; undefined where it gave an answer, or was not called. */
export function failureOf(tool: string, observations: readonly Observation[]): string | undefined {
  const last = observations.findLast((observation) => observation.tool === tool);
  return last && gaveNothing(last) ? failureText(last) : undefined;
}

function gaveNothing({ isError, data, tool }: Observation): boolean {
  return isError || (!data && !tool.startsWith('delegate_to_'));
}

function failureText({ tool, text }: Observation): string {
  return `${tool} failed: ${cutText(text.replace(/\s+/g, ' '), 160)}`;
}

function heldUnits(portfolio: JsonObject, symbol: string): number | undefined {
  const positions = portfolio['positions'];
  if (!Array.isArray(positions)) return undefined;
  const position = positions.find((entry) => member(entry, 'symbol') === symbol);
  return position === undefined ? 0 : figure(member(position, 'quantity'));
}

function readArticles(news: JsonObject | undefined): Article[] {
  const articles = news?.['articles'];
  if (!Array.isArray(articles)) return [];
  return articles
    .map((article) => ({
      title: textOf(member(article, 'title')),
      publisher: textOf(member(article, 'publisher')),
      publishedAt: textOf(member(article, 'publishedAt')),
    }))
    .filter(({ title }) => title !== '');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
