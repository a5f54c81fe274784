import { Workflow } from 'lucide-react';
import { facts } from './look.ts';
import type { NodeLook } from './look.ts';
import { shortText } from './short-text.ts';

export const pipeline: NodeLook<'pipeline'> = {
  icon: Workflow,
  facts: ({ pipeline: name, inputs }) => facts({ Runs: name, With: shortText(inputs) }),
};
