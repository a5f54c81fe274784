import { defineTool, ToolError, z } from 'baton';

export default defineTool({
  name: 'split_bill',
  description: 'Splits a bill with a tip among people. Returns what each person pays.',
  category: 'calculate',
  // The answer contains nothing that others wrote.
  untrusted: false,
  schema: z.strictObject({
    amount: z.number().positive().describe('The amount of the bill'),
    people: z.number().int().min(1).describe('The number of people'),
    tipPercent: z.number().min(0).max(100).default(10).describe('The tip, in percent of the bill'),
  }),
  example: { amount: 84, people: 3 },
  handle({ amount, people, tipPercent }) {
    const total = amount * (1 + tipPercent / 100);
    if (total / people < 0.01) throw new ToolError('Each would pay less than a cent.');
    return { total: Number(total.toFixed(2)), each: Number((total / people).toFixed(2)) };
  },
});
