/** The one file of each layer that plugs domains in. */
export const plugFiles = [
  'contracts/domains.ts',
  'db/schema/index.ts',
  'workers/compose/domains.ts',
  'api/domains.ts',
  'web/src/domains.ts',
  'bin/domains.ts',
];

/** Terms of trading that the engine has no other use for. */
const terms =
  'trade trader trading market stock broker ticker candle backtest portfolio watchlist sentiment'.split(
    ' ',
  );
/** Its tools, inputs and settings, such as examples would name. */
const names =
  /get_price|get_ohlcv|paper_order|BatonSymbol|\bSPX\b|\.symbols?\b|(?:stop|take)[ -]?(?:loss|profit)/;

/** What names a domain: its terms as words, within names such as `isTradingOff`, and within settings. */
export const domainWords = new RegExp(
  [
    names.source,
    ...terms.flatMap((term) => {
      const [first, rest] = [term.charAt(0), term.slice(1)];
      return [
        `\\b${term}s?(?![a-z])`,
        `${first.toUpperCase()}${rest}s?(?![a-z])`,
        `(?<![A-Z])${term.toUpperCase()}S?(?![A-Z])`,
      ];
    }),
  ].join('|'),
);
