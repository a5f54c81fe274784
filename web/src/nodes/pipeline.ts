import { Workflow } from 'lucide-react';
import { facts } from './look.ts';
import type { NodeLook } from './look.ts';
import { withVersion } from './pinned.ts';
import { shortText } from './short-text.ts';

export const pipeline: NodeLook<'pipeline'> = {
  icon: Workflow,
  facts: ({ pipeline: name, version, inputs }) =>
    facts({ Runs: withVersion(name, version), With: shortText(inputs) }),
};
