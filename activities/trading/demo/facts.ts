import type { JsonObject } from '../../../contracts/base/json.ts';
import type { Facts as Told } from '../../models/providers/demo/facts.ts';
import { member } from '../../models/providers/demo/member.ts';
import { figure } from './figures.ts';
import { findSymbol } from './symbol.ts';

type Article = { title: string; publisher: string; publishedAt: string };

/** What the conversation tells: the task's symbol, and figures that tools gave. */
export type Facts = Told & {
  symbol: string | undefined;
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
};

export function readFacts(told: Told): Facts {
  const { task, answer } = told;
  const symbol = findSymbol(task);
  const indicators = answer('get_indicators');
  const value = (...path: string[]) => figure(member(indicators, 'indicators', ...path));
  const portfolio = answer('get_portfolio');
  return {
    ...told,
    symbol,
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
  };
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
