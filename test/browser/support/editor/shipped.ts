/** The texts of the shipped pipeline `research-to-trading`, as one types them into the fields. */
export const shipped = {
  title: 'Research, then trade',
  description:
    'A researcher reports on an instrument, a trader decides based on the report, a person approves, and the order goes to the paper account.',
  symbol: 'The instrument, such as SPX or BTC/USDT',
  research: 'Analyse the symbol {{ inputs.symbol }}.',
  decide: [
    'Decide whether to buy, sell or hold the symbol {{ inputs.symbol }}, given this research:',
    '',
    '{{ nodes.research.output.report }}',
  ],
  worthIt: 'nodes.decide.output.action in ["buy", "sell"]',
  show: '{{ nodes.decide.output }}',
  confirmed: '{{ nodes.decide.output.order }}',
  ordered: '{{ nodes.confirm.output.args }}',
  output: [
    "research: '{{ nodes.research.output }}'",
    "decision: '{{ nodes.decide.output }}'",
    "approval: '{{ nodes.?confirm.?output.orValue(null) }}'",
    "order: '{{ nodes.?order.?output.orValue(null) }}'",
  ],
};
