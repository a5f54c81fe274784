import { defineTool, ToolError, z } from 'baton';

// Each file of this folder is a tool. A Baton that runs loads it again after every edit.
export default defineTool({
  name: 'split_bill',
  description: 'Splits a bill among people. Returns what each of them owes.',
  category: 'calculate',
  schema: z.strictObject({
    amount: z.number().positive().describe('The bill'),
    people: z.number().int().describe('Among how many'),
  }),
  example: { amount: 84, people: 3 },
  handle({ amount, people }) {
    if (people < 1) throw new ToolError('A bill is split among one person at least.');
    return { each: Math.round((amount / people) * 100) / 100 };
  },
});
