import { Bot } from 'lucide-react';
import { facts } from './look.ts';
import type { NodeLook } from './look.ts';
import { shortText } from './short-text.ts';

export const agent: NodeLook<'agent'> = {
  icon: Bot,
  facts: ({ agent: name, task, delegates = [] }) =>
    facts({ Agent: name, Task: shortText(task), Asks: delegates.join(', ') }),
};
