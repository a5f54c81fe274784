import { z } from 'zod';

/** A payload in the JSON of Temporal's API, where bytes are Base64. */
const payloadSchema = z.object({
  metadata: z.record(z.string(), z.base64()).optional(),
  data: z.base64().optional(),
});

/** What a codec server of Temporal's is asked, and what it answers. */
export const payloadsSchema = z
  .object({ payloads: z.array(payloadSchema) })
  .meta({ id: 'TemporalPayloads' });

/** What Temporal's UI adds, which is of no matter here: no payload lies elsewhere. */
export const codecQuery = z.object({ preserveStorageRefs: z.string().optional() });
