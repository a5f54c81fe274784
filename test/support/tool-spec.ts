import type { ToolSpec } from '../../contracts/tools/tools.ts';

/** A tool as it is told of, of which only the name counts. @param more what counts beside it. */
export const toolSpec = (name: string, more: Partial<ToolSpec> = {}): ToolSpec => ({
  id: `${name}@1`,
  name,
  version: 1,
  description: name,
  category: 'market',
  plan: 'free',
  rateLimit: {},
  parameters: { type: 'object' },
  sideEffect: false,
  ...more,
});
