import { z } from 'zod';

/** Something that an agent needs and that is not there, with what to do about it. */
export const agentGapSchema = z
  .object({
    kind: z.enum(['model', 'engine', 'tool', 'planner', 'memory', 'agent']),
    name: z.string().describe('The model, tool or agent that is missing'),
    message: z.string().describe('What is missing'),
    fix: z.string().describe('How to fix it'),
  })
  .meta({ id: 'AgentGap' });
export type AgentGap = z.infer<typeof agentGapSchema>;

/** A gap in one line: `tool calculat: there is no such tool; did you mean calculate?` */
export function gapText({ kind, name, message, fix }: AgentGap): string {
  return `${kind} ${name}: ${message}; ${fix}`;
}
