import { z } from 'zod';
import { filesEnvironment } from '../services/files/env.ts';
import { imagesEnvironment } from '../services/images/env.ts';
import { matrixEnvironment } from '../services/matrix/env.ts';
import { networkEnvironment } from '../network/env.ts';
import { queryEnvironment } from '../services/query/env.ts';
import { searchEnvironment } from '../services/search/env.ts';
import { sshEnvironment } from '../services/ssh/env.ts';

/** The settings of the tools of the web and of the system. */
export const catalogEnvironment = z.object({
  ...networkEnvironment.shape,
  ...searchEnvironment.shape,
  ...filesEnvironment.shape,
  ...matrixEnvironment.shape,
  ...queryEnvironment.shape,
  ...sshEnvironment.shape,
  ...imagesEnvironment.shape,
});
export type CatalogEnvironment = z.output<typeof catalogEnvironment>;
