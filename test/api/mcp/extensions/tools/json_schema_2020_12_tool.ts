import { z } from 'zod';
import { defineTool } from '../../../../../contracts/own-tool.ts';

const address = z
  .object({ street: z.string().optional(), city: z.string().optional() })
  .meta({ id: 'address' });

export default defineTool({
  name: 'json_schema_2020_12_tool',
  description: 'Has arguments with a shared definition, as the conformance suite wants it.',
  category: 'system',
  schema: z.strictObject({ name: z.string().optional(), address: address.optional() }),
  handle: (args) => args,
});
