import { defineTool, ToolError, z } from 'baton';

const currency = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, 'three letters, such as USD');

const answer = z.object({ date: z.string(), rates: z.record(z.string(), z.number()) });

// A tool of your own. Change it, or copy it to another file in this folder: workers see that within seconds, without a
// restart. `npx baton doctor` lists what is wrong with these files.
export default defineTool({
  name: 'convert_currency',
  description:
    'Converts an amount of money with the reference rates of the European Central Bank, published once per working day. ' +
    'Returns the converted amount, the rate, and the day of the rate.',
  category: 'calculate',
  rateLimit: { minute: 20 },
  cacheMs: 3_600_000,
  timeoutMs: 20_000,
  schema: z.strictObject({
    amount: z.number().positive().describe('The amount to convert'),
    from: currency.describe('The source currency, such as USD'),
    to: currency.describe('The target currency, such as EUR'),
  }),
  example: { amount: 250, from: 'USD', to: 'EUR' },
  async handle({ amount, from, to }, { request, progress }) {
    progress(`asking for the rate of ${from} in ${to}`);
    const url = `https://api.frankfurter.dev/v1/latest?base=${from}&symbols=${to}`;
    const { status, text } = await request(url, { headers: { accept: 'application/json' } });
    if (status === 404) throw new ToolError(`There is no reference rate of ${from} in ${to}.`);
    if (status !== 200) throw new ToolError(`The source answered ${status}.`, { retryable: true });
    const { date, rates } = answer.parse(JSON.parse(text));
    const rate = from === to ? 1 : rates[to];
    if (rate === undefined) throw new ToolError(`There is no reference rate of ${from} in ${to}.`);
    const converted = Number((amount * rate).toFixed(2));
    return { amount, from, to, rate, converted, source: 'ECB, by frankfurter.dev', asOf: date };
  },
});
