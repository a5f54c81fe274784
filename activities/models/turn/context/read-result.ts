import { z } from 'zod';
import type { AgentDefinition } from '../../../../contracts/agents/index.ts';
import type { JsonObject, JsonSchema } from '../../../../contracts/base/json.ts';
import type { ToolDefinition } from '../../../../contracts/models/messages.ts';

/** The tool by which a model reads a result again that it was shown a reference of. It is of the agent's loop. */
export const readResultTool = 'read_result';

const pageCharacters = 4_000;

const parameters = z.object({
  result: z
    .string()
    .regex(/^\d{1,6}\.\d{1,6}$/, 'write <turn>.<call>, such as 3.0')
    .describe('The result, named as in its reference: <turn>.<call>, such as 3.0'),
  page: z.number().int().min(1).default(1).describe('Counted from 1'),
});

/** What a model is told of it. */
export function readResultDefinition(): ToolDefinition {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(parameters, {
    io: 'input',
  }) as JsonSchema;
  return {
    name: readResultTool,
    description:
      'Returns the result of one of your earlier calls again, page by page, if it was left out to save space. The ' +
      'result is as of that call. For current data, call the tool again.',
    parameters: schema,
  };
}

/** Whether a call of an agent is of this tool: a tool of its own of the name goes before. */
export function isReadResult({ tools }: Pick<AgentDefinition, 'tools'>, name: string): boolean {
  return name === readResultTool && !tools.includes(readResultTool);
}

/** Where the result lies that a call asks for; undefined where it does not say so rightly. */
export function askedResult(args: JsonObject): { turn: number; call: number } | undefined {
  const checked = parameters.safeParse(args);
  if (!checked.success) return undefined;
  const [turn = 0, call = 0] = checked.data.result.split('.').map(Number);
  return { turn, call };
}

/** How many pages a result has. */
export function pageCount(text: string): number {
  return Math.max(1, Math.ceil(text.length / pageCharacters));
}

/**
 * The page that a call asks for, or why it gets none.
 * @param stored the whole result; undefined where there is none at that place.
 */
export function readPage(
  args: JsonObject,
  stored: string | undefined,
): { text: string } | { problem: string } {
  const checked = parameters.safeParse(args);
  if (!checked.success) return { problem: z.prettifyError(checked.error) };
  const { result, page } = checked.data;
  if (stored === undefined) return { problem: `Result ${result} not found.` };
  const pages = pageCount(stored);
  if (page > pages) return { problem: `The result ${result} has ${pages} pages.` };
  const text = stored.slice((page - 1) * pageCharacters, page * pageCharacters);
  return { text: `Result ${result}, page ${page} of ${pages}:\n${text.toWellFormed()}` };
}
