import { UserCheck } from 'lucide-react';
import { facts } from './look.ts';
import type { NodeLook } from './look.ts';
import { shortText } from './short-text.ts';

const afterwards = { reject: 'then rejected', fail: 'then failed' };

export const approval: NodeLook<'approval'> = {
  icon: UserCheck,
  facts: ({ approvers = [], show, timeout, onTimeout }) =>
    facts({
      By: approvers.join(' or '),
      Shows: shortText(show),
      Within: timeout && [timeout, onTimeout && afterwards[onTimeout]].filter(Boolean).join(', '),
    }),
};
