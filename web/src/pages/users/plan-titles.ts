import type { Plan } from '../../../../contracts/tools/tools.ts';
import { texts } from './texts.ts';

/** What each plan is called. */
export const planTitles = {
  free: texts.plans.free,
  pro: texts.plans.pro,
  premium: texts.plans.premium,
} satisfies Record<Plan, string>;
