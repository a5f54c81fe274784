import type { Domain } from '../domain.ts';
import { agents } from './agents.ts';
import { orderProblems } from './order-rules.ts';
import type { OrderFields } from './order-rules.ts';
import { outputForms } from './outputs.ts';
import { switches } from './switches.ts';
import { toolCategories } from './tool-categories.ts';

export const trading: Domain = {
  name: 'trading',
  agents,
  outputForms,
  argumentRules: { create_paper_order: (args) => orderProblems(args as OrderFields) },
  toolCategories,
  switches,
  notes: [{ name: 'marketData', title: 'Market data' }],
  notificationKinds: ['alert-fired'],
};
