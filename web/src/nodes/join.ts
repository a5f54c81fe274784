import { Merge } from 'lucide-react';
import { facts } from './look.ts';
import type { NodeLook } from './look.ts';

export const join: NodeLook<'join'> = {
  icon: Merge,
  facts: ({ mode, quorum, deadline }) => {
    const waitsFor = {
      all: 'all branches',
      any: 'the first branch',
      quorum: `${quorum ?? '?'} branches`,
      best_effort: 'branches that arrive in time',
    };
    return facts({ 'Waits for': mode && waitsFor[mode], Within: deadline });
  },
};
