
import { z } from 'zod';
import { defineTool, ToolError } from '../../contracts/own-tool.ts';

export default defineTool({
  name: 'set',
  description: 'A tool of a test.',
  category: 'system',
  cacheMs: 0,
  untrusted: false, sideEffect: true, settings: ['SET_KEY'], version: 3, schema: z.strictObject({}), handle: () => null,
});
