import { DefaultLogger } from '@temporalio/worker';

/** Tells only of errors: the table is what there is to read. */
export const logger = new DefaultLogger('ERROR');
