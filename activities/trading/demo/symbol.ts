/** Words in capitals that name no instrument. */
const notSymbols = new Set(
  (
    'AI API ADX AND ASAP ATR BB BUY CALL CEO CFO CLOSE CPI DO EMA ETF EPS EUR FED FOMC FOR GBP GDP HOLD ' +
    'IPO IT JSON LLM LONG MACD NO NOT NOW OBV OHLC OHLCV OR PDF PE PM RSI SELL SEC SHORT SMA STOP TASK ' +
    'THE TO UK UP US USA USD UTC VWAP YES YTD'
  ).split(' '),
);

const named = /\bsymbol\b\s*[:=]?\s*["'`]?([A-Z][A-Z0-9]{0,9}(?:[./-][A-Z0-9]{1,9})?)\b/;
const pair = /\b[A-Z][A-Z0-9]{1,9}\/[A-Z]{3,5}\b/;
const ticker = /(?<![\w&])[A-Z][A-Z0-9]{1,9}(?:[./-][A-Z0-9]{1,9})?\b/g;

/** The instrument that a task names: after the word "symbol", else the first ticker or pair in it. */
export function findSymbol(task: string): string | undefined {
  const explicit = named.exec(task)?.[1];
  if (explicit) return explicit;
  const [head = ''] = task.split(/\bgiven\b/i);
  return firstTicker(head) ?? firstTicker(task);
}

function firstTicker(text: string): string | undefined {
  const candidates = text.match(ticker) ?? [];
  return candidates.find((candidate) => pair.test(candidate) || !notSymbols.has(candidate));
}
