import { Hourglass } from 'lucide-react';
import { facts } from './look.ts';
import type { NodeLook } from './look.ts';

export const wait: NodeLook<'wait'> = {
  icon: Hourglass,
  facts: ({ for: duration, until }) => facts({ For: duration, Until: until }),
};
