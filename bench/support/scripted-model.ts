import { noUsage } from '../../contracts/models/messages.ts';
import type { Dependencies } from '../../activities/dependencies.ts';
import type { ModelCaller } from '../../activities/models/model-caller.ts';
import type { ToolExecutor } from '../../activities/tool-kit/executor.ts';
import type { ToolSpec } from '../../contracts/tools/tools.ts';

/** The tool that is asked for in every turn. */
export const tool: ToolSpec = {
  id: 'read_page@1',
  name: 'read_page',
  version: 1,
  description: 'Reads one page of a long text',
  category: 'education',
  plan: 'free',
  rateLimit: {},
  parameters: { type: 'object', properties: { page: { type: 'number' } } },
  sideEffect: false,
};

/** Half of what a turn adds to the conversation is the model's text, half the tool's answer. */
const half = (turnBytes: number) => 'x'.repeat(turnBytes / 2);

/** A model that writes and asks for one more page in every turn, until it must finish: shortly. */
export function scriptedModel(turnBytes: number): ModelCaller {
  const text = half(turnBytes);
  return async ({ request: { messages, toolChoice } }) => {
    const page = messages.filter(({ role }) => role === 'assistant').length + 1;
    const isLast = toolChoice === 'none';
    return {
      text: isLast ? 'Read.' : text,
      toolCalls: isLast ? [] : [{ id: `call-${page}`, name: tool.name, args: { page } }],
      finish: isLast ? 'stop' : 'tool_calls',
      usage: noUsage,
      model: 'scripted:reader',
      attempts: [],
      costUsd: null,
    };
  };
}

/** Where it is found. */
export const scriptedModels: Dependencies['models'] = {
  defaultChain: ['scripted:reader'],
  providers: { scripted: { missing: null } },
};

/** Its one tool, which answers at once. */
export function scriptedTool(turnBytes: number): ToolExecutor {
  const text = half(turnBytes);
  return {
    terms: { plan: 'free' },
    termsOf: async () => ({ plan: 'free' }),
    quota: async () => [],
    list: () => [tool],
    find: (name) => (name === tool.name ? tool : undefined),
    label: () => tool.name,
    preview: () => Promise.reject(new Error('nothing is approved here')),
    run: async () => ({
      status: 'completed',
      output: { text },
      metadata: { executionMs: 0, cached: false },
    }),
  };
}
