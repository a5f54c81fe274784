import { createDataConverter } from '../../keys/data-converter.ts';
import { readKeyring } from '../../keys/keyring.ts';

/** Of every client and worker that is measured. */
export const dataConverter = createDataConverter(
  readKeyring(`bench:${Buffer.alloc(32).toString('base64')}`),
);
