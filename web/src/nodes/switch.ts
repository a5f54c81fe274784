import { Signpost } from 'lucide-react';
import { facts } from './look.ts';
import type { NodeLook } from './look.ts';
import { shortText } from './short-text.ts';

export const switchKind: NodeLook<'switch'> = {
  icon: Signpost,
  facts: ({ value, cases = [] }) =>
    facts({ Value: shortText(value), Cases: cases.map(({ port }) => port).join(', ') }),
};
