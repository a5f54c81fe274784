import { RadioReceiver } from 'lucide-react';
import { facts } from './look.ts';
import type { NodeLook } from './look.ts';
import { shortText } from './short-text.ts';

export const waitForEvent: NodeLook<'wait_for_event'> = {
  icon: RadioReceiver,
  facts: ({ event, when, timeout }) =>
    facts({ Event: event, If: shortText(when), Within: timeout }),
};
