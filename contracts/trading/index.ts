import type { Domain } from '../domain.ts';
import { agents } from './agents.ts';
import { orderProblems } from './order-rules.ts';
import type { OrderFields } from './order-rules.ts';
import { outcomeOf } from './outcome.ts';
import { outputForms } from './outputs.ts';
import { symbolAttribute } from './search-attributes.ts';
import { switches } from './switches.ts';
import { argumentSources, toolOutputs } from './tool-outputs.ts';
import { toolCategories } from './tool-categories.ts';
import { market, marketTriggerText } from './market-trigger.ts';
import type { MarketTrigger } from './market-trigger.ts';

export const trading: Domain = {
  name: 'trading',
  agents,
  outputForms,
  argumentRules: { create_paper_order: (args) => orderProblems(args as OrderFields) },
  toolOutputs,
  argumentSources,
  toolCategories,
  testTool: 'get_price',
  switches,
  triggerKinds: {
    market: { ...market, text: (trigger) => marketTriggerText(trigger as MarketTrigger) },
  },
  notes: [{ name: 'marketData', title: 'Market data' }],
  searchAttributes: [symbolAttribute],
  notificationKinds: ['alert-fired', 'no-data', 'no-order'],
  outcomeOf,
};
