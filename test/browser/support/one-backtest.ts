/** A pipeline that is one backtest, in and out of sample. */
export const oneBacktest = {
  name: 'one-backtest',
  title: 'One backtest',
  nodes: [
    {
      id: 'backtest',
      kind: 'tool',
      tool: 'run_backtest',
      args: { symbol: 'SPX', entry: 'sma20 > sma50', exit: 'sma20 < sma50', outOfSample: 0.3 },
    },
  ],
  output: '{{ nodes.backtest.output }}',
};
