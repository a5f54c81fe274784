import { MessageSquareText } from 'lucide-react';
import { facts } from './look.ts';
import type { NodeLook } from './look.ts';
import { shortText } from './short-text.ts';

export const model: NodeLook<'model'> = {
  icon: MessageSquareText,
  facts: ({ prompt, models = [] }) =>
    facts({ Prompt: shortText(prompt), Models: models.join(', ') }),
};
