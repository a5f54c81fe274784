import { Braces } from 'lucide-react';
import { facts } from './look.ts';
import type { NodeLook } from './look.ts';
import { shortText } from './short-text.ts';

export const transform: NodeLook<'transform'> = {
  icon: Braces,
  facts: ({ value }) => facts({ Gives: shortText(value) }),
};
