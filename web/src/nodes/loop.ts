import { RefreshCw } from 'lucide-react';
import { facts } from './look.ts';
import type { NodeLook } from './look.ts';
import { withVersion } from './pinned.ts';
import { shortText } from './short-text.ts';

export const loop: NodeLook<'loop'> = {
  icon: RefreshCw,
  facts: ({ pipeline, version, until, maximumRounds, maximumTime, maximumUsd }) =>
    facts({
      Repeats: withVersion(pipeline, version),
      Until: shortText(until),
      'At most': [
        maximumRounds && `${maximumRounds} rounds`,
        maximumTime,
        maximumUsd && `${maximumUsd} USD`,
      ]
        .filter(Boolean)
        .join(', '),
    }),
};
