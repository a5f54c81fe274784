import { Wrench } from 'lucide-react';
import { facts } from './look.ts';
import type { NodeLook } from './look.ts';
import { shortText } from './short-text.ts';

export const tool: NodeLook<'tool'> = {
  icon: Wrench,
  facts: ({ tool: name, args }) => facts({ Tool: name, With: shortText(args) }),
};
