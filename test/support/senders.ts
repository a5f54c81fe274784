import { createSenders } from '../../activities/notify/create-senders.ts';
import { notifyEnvironment } from '../../activities/notify/env.ts';
import type { Senders } from '../../activities/notify/sender.ts';

/** Ways out as they are where nothing is set: none. */
export const noSenders: Senders = createSenders(notifyEnvironment.parse({}));
