import type { JsonObject } from '../../../contracts/base/json.ts';
import type { Facts as Told } from '../../models/providers/demo/facts.ts';
import { member } from '../../models/providers/demo/member.ts';
import { figure } from './figures.ts';

/** Words in capitals that are not tickers. */
const notSymbols = new Set(
  (
    'AI API ADX AND ASAP ATR BB BUY CALL CEO CFO CLOSE CPI DO EMA ETF EPS EUR FED FOMC FOR GBP GDP HOLD ' +
    'IPO IT JSON LLM LONG MACD NO NOT NOW OBV OHLC OHLCV OR PDF PE PM RSI SELL SEC SHORT SMA STOP TASK ' +
    'THE TO UK UP US USA USD UTC VWAP YES YTD'
  ).split(' '),
);

/** The repetitions are bounded, since a long run of spaces would take quadratic time. */
const named = /\bsymbol\b\s{0,20}[:=]?\s{0,20}["'`]?([A-Z][A-Z0-9]{0,9}(?:[./-][A-Z0-9]{1,9})?)\b/;
const pair = /\b[A-Z][A-Z0-9]{1,9}\/[A-Z]{3,5}\b/;
const ticker = /(?<![\w&])[A-Z][A-Z0-9]{1,9}(?:[./-][A-Z0-9]{1,9})?\b/g;

/** Maximum number of characters of a task to search for an instrument. */
const mostRead = 1_000_000;

/** The instrument of a task: the one after the word "symbol", else the first ticker or pair. */
function findSymbol(task: string): string | undefined {
  const explicit = named.exec(task)?.[1];
  if (explicit) return explicit;
  const [head = ''] = task.split(/\bgiven\b/i);
  return firstTicker(head) ?? firstTicker(task);
}

function firstTicker(text: string): string | undefined {
  const candidates = text.match(ticker) ?? [];
  return candidates.find((candidate) => pair.test(candidate) || !notSymbols.has(candidate));
}

/** In longer tasks without "symbol" or a pair, words in capitals are not taken for tickers. */
const shortTask = 200;

/** Whether a task is about an instrument: it says "symbol", names a pair, or is short and contains a ticker. */
export function namesInstrument(task: string): boolean {
  const read = task.slice(0, mostRead);
  if (named.test(read) || pair.test(read)) return true;
  return read.length <= shortTask && firstTicker(read) !== undefined;
}

type Article = { title: string; publisher: string; publishedAt: string };

/** Data from the conversation: the task's symbol and figures from tools. */
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
  /** Units held of the symbol: negative if short, undefined if the portfolio is unknown. */
  held: number | undefined;
};

export function readFacts(told: Told): Facts {
  const { task, answer } = told;
  const symbol = findSymbol(task.slice(0, mostRead));
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
