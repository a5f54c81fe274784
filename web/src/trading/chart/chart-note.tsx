/**
 * Stands below a chart: where its data comes from, and who made what draws it, as its licence asks.
 * @param props.parts are left out where they are undefined.
 */
export function ChartNote({ parts }: { parts: (string | undefined)[] }) {
  return (
    <p className="mt-1 text-[11px] text-muted">
      {[...parts, ''].filter((part) => part !== undefined).join(' · ')}
      <a
        href="https://www.tradingview.com/"
        target="_blank"
        rel="noreferrer"
        className="underline hover:text-text"
      >
        Charts by TradingView
      </a>
    </p>
  );
}
