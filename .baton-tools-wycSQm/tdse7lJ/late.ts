
import { z } from 'zod';
import { defineTool, ToolError } from '../../contracts/own-tool.ts';

export default defineTool({
  name: 'late',
  description: 'A tool of a test.',
  category: 'system',
  cacheMs: 0,
  sideEffect: true, timeoutMs: 200, schema: z.strictObject({}), handle: () => new Promise<null>(() => undefined),
});
