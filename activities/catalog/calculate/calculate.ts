import { z } from 'zod';
import { cutText } from '../../../contracts/base/text.ts';
import { calculate as workOut } from '../../services/calculator/calculate.ts';
import { functionNames } from '../../services/calculator/functions.ts';
import { ExpressionProblem } from '../../services/calculator/problem.ts';
import { defineTool } from '../../tool-kit/define-tool.ts';
import { ToolError } from '../../tool-kit/tool.ts';

const number = z.union([z.number(), z.string().regex(/^[+-]?\d{1,40}(\.\d{1,40})?$/)], {
  error: 'give a number such as 12.5, or the same as text',
});

export const calculate = defineTool({
  name: 'calculate',
  description:
    'Evaluates an expression with 64-digit decimal numbers, such as "a = 1200 * 3%; round(a / 7, 2)". It has ' +
    'the operators + - * / ^ % ! and comparisons, "c ? a : b", lists [1, 2, 3], matrices [1, 2; 3, 4], ranges ' +
    `1:10, the constants pi, e, tau and phi, and the functions ${functionNames.join(' ')}. "5%" is 0.05, and ` +
    '"100 + 5%" is 105. result is a number; decimal is the result with 60 digits.',
  category: 'calculate',
  plan: 'free',
  rateLimit: { minute: 100 },
  quick: true,
  example: {
    expression: 'mean(prices) * (1 + rate)',
    variables: { prices: [10, 12], rate: '0.05' },
  },
  schema: z.strictObject({
    expression: z.string().trim().min(1).max(1_000).describe('Such as (1.05 ^ 10 - 1) * 100'),
    variables: z
      .record(
        z.string().regex(/^[A-Za-z]\w{0,39}$/, 'use letters, digits and _'),
        z.union([number, z.array(number).min(1).max(1_000)]),
      )
      .default({})
      .describe('Numbers, or lists of numbers, that the expression uses by name'),
  }),
  label: ({ expression = '' }) => cutText(expression, 60),
  async handle({ expression, variables }) {
    try {
      return { expression, ...(await workOut(expression, variables)) };
    } catch (error) {
      if (!(error instanceof ExpressionProblem)) throw error;
      throw new ToolError(`The expression has no value: ${error.message}`, { retryable: false });
    }
  },
});
