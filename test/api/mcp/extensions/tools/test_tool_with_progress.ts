import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { defineTool } from '../../../../../contracts/own-tool.ts';

export default defineTool({
  name: 'test_tool_with_progress',
  description: 'Tells three times how far it has come, as the conformance suite wants it.',
  category: 'system',
  cacheMs: 0,
  schema: z.strictObject({}),
  async handle(_args, { progress }) {
    for (const [index, fraction] of [0, 0.5, 1].entries()) {
      progress(`step ${index + 1} of 3`, fraction);
      // Streams of progress leave out what comes within a tenth of a second.
      await pause(150);
    }
    return 'done';
  },
});
