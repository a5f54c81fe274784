import { z } from 'zod';

export const snapshotSchema = z
  .object({ name: z.string().describe('Its folder in `snapshots` of `BATON_DATA`') })
  .meta({ id: 'Snapshot' });
