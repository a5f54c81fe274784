import { Repeat } from 'lucide-react';
import { facts } from './look.ts';
import type { NodeLook } from './look.ts';
import { shortText } from './short-text.ts';

export const map: NodeLook<'map'> = {
  icon: Repeat,
  facts: ({ tool, pipeline, items, concurrency }) =>
    facts({
      Runs: tool ?? pipeline,
      'For each': shortText(items),
      Concurrency: concurrency?.toString(),
    }),
};
