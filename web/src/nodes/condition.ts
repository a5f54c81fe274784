import { Split } from 'lucide-react';
import { facts } from './look.ts';
import type { NodeLook } from './look.ts';
import { shortText } from './short-text.ts';

export const condition: NodeLook<'condition'> = {
  icon: Split,
  facts: ({ when }) => facts({ When: shortText(when) }),
};
