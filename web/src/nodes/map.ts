import { Repeat } from 'lucide-react';
import { facts } from './look.ts';
import type { NodeLook } from './look.ts';
import { withVersion } from './pinned.ts';
import { shortText } from './short-text.ts';

export const map: NodeLook<'map'> = {
  icon: Repeat,
  facts: ({ tool, pipeline, version, items, concurrency }) =>
    facts({
      Runs: tool ?? withVersion(pipeline, version),
      'For each': shortText(items),
      Concurrency: concurrency?.toString(),
    }),
};
