
import { z } from 'zod';
import { defineTool, ToolError } from '../../contracts/own-tool.ts';

export default defineTool({
  name: 'wrong_plan',
  description: 'A tool of a test.',
  category: 'system',
  cacheMs: 0,
  plan: 'golden', schema: z.strictObject({}), handle: () => null,
});
