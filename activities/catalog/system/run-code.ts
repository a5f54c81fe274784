import { z } from 'zod';
import type { Json } from '../../../contracts/base/json.ts';
import { cutText } from '../../../contracts/base/text.ts';
import type { Services } from '../services.ts';
import { defineTool } from '../../tool-kit/define-tool.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import type { ToolContext } from '../../tool-kit/tool.ts';

export const runCode = defineTool({
  name: 'run_code',
  description:
    'Runs JavaScript to compute with data, in a sandbox without network, files, packages or timers. The code is ' +
    'the body of an async function with the parameter input. The answer has its return value as JSON (without return, ' +
    'the value of its last expression) and what it logs.',
  category: 'system',
  plan: 'free',
  rateLimit: { minute: 30 },
  alternatives: ['calculate'],
  example: {
    code: 'const mean = input.reduce((sum, x) => sum + x, 0) / input.length;\nreturn { mean };',
    input: [1, 2, 3, 4],
  },
  schema: z.strictObject({
    code: z
      .string()
      .trim()
      .min(1)
      .max(20_000)
      .describe(
        'The body of an async function. Its result is what it returns or, without return, the value of its last expression',
      ),
    input: z.unknown().default(null).describe('The value of input: any JSON'),
    timeoutMs: z
      .number()
      .int()
      .min(10)
      .max(10_000)
      .default(2_000)
      .describe('Time limit in milliseconds'),
  }),
  label: ({ code = '' }) => cutText(code.replace(/\s+/g, ' '), 60),
  async handle({ code, input, timeoutMs }, { services, signal }: ToolContext<Services>) {
    const answer = await services.runCode({ code, input: input as Json, timeoutMs }, signal);
    const { status, logs } = answer;
    if (status === 'completed') return { result: answer.result, logs };
    const said = logs.length > 0 ? ` Logged before that: ${cutText(logs.join(' / '), 500)}` : '';
    throw new ToolError(`The code returned no result. ${answer.message}${said}`, {
      retryable: false,
    });
  },
});
