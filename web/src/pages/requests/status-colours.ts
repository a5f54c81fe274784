import type { RequestStatus } from '../../../../contracts/models/model-request.ts';

/** The colour of how a request ended. */
export const statusColours: Record<RequestStatus, string> = {
  answered: 'text-good',
  failed: 'text-bad',
  stopped: 'text-wait',
};
