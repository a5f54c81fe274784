import type { Plan } from '../../../../contracts/tools/tools.ts';

/** What each plan is called. */
export const planTitles = {
  free: 'Free',
  pro: 'Pro',
  premium: 'Premium',
} satisfies Record<Plan, string>;
