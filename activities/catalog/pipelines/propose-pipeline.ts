import { z } from 'zod';
import type { Json } from '../../../contracts/base/json.ts';
import type { Services } from '../services.ts';
import { defineTool } from '../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../tool-kit/tool.ts';

/** A model mends some at a time; the next answer has the others. */
const mostProblems = 15;

export const proposePipeline = defineTool({
  name: 'propose_pipeline',
  description:
    'Checks a pipeline document as it is checked before it is saved, and gives every problem with its place and a fix. ' +
    'It saves and starts nothing. Mend all problems and call it again until valid is true.',
  category: 'system',
  plan: 'free',
  rateLimit: { minute: 120 },
  cacheMs: 0,
  example: {
    document: {
      name: 'greet',
      nodes: [{ id: 'hello', kind: 'transform', value: 'Hello' }],
      edges: [],
    },
  },
  schema: z.strictObject({
    document: z
      .record(z.string(), z.json())
      .describe(
        'The whole document: name, title, description, inputs, triggers, nodes, edges, output',
      ),
  }),
  label: ({ document }) => String(document?.['name'] ?? ''),
  async handle({ document }, { services }: ToolContext<Services>): Promise<Json> {
    const { problems, warnings } = await services.authoring.check(document as Json);
    return {
      valid: problems.length === 0,
      problems: problems.slice(0, mostProblems).map(told),
      ...(problems.length > mostProblems && { more: problems.length - mostProblems }),
      warnings: warnings.slice(0, mostProblems).map(told),
      document: document as Json,
    };
  },
});

function told({ path, message, fix }: { path: string; message: string; fix: string }) {
  return { path, message, fix };
}
