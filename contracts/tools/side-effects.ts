import type { ApprovalTerms } from './approval-terms.ts';

/**
 * Who decides on a side effect that an agent asks for, from the freest to the strictest: the agent alone (`allow`); a
 * person, once the agent has read untrusted content (`ask-after-outside`); a person always (`ask`); nobody
 * (`refuse`).
 */
export const sideEffectPolicies = ['allow', 'ask-after-outside', 'ask', 'refuse'] as const;
export type SideEffectPolicy = (typeof sideEffectPolicies)[number];

/** What an agent's profile and a pipeline's node may say; an operator may also say `refuse` of agents. */
export const agentPolicies = ['ask', 'ask-after-outside', 'allow'] as const;
export type StatedPolicy = (typeof agentPolicies)[number];

/** What a step waits for whose call a person has to approve: nothing was done yet. */
export const needsApproval = 'It needs approval';

/** Who decides on the side effects of an agent or a node, and how long is waited for them. */
export type SideEffectTerms = { policy: StatedPolicy } & ApprovalTerms;

/** Of agents that say nothing themselves. */
export const defaultSideEffects = {
  policy: 'ask',
  approvers: ['operator'],
  timeout: '24h',
} as const satisfies { policy: SideEffectPolicy; approvers: readonly string[]; timeout: string };

/** Of nodes that say nothing themselves: who wrote the pipeline decides, until untrusted content comes before. */
export const defaultNodeSideEffects: SideEffectTerms = {
  policy: 'ask-after-outside',
  approvers: [...defaultSideEffects.approvers],
  timeout: defaultSideEffects.timeout,
};

/** Of nodes that say nothing themselves, where no approval of exactly their call was given before. */
export const loneNodeSideEffects: SideEffectTerms = { ...defaultNodeSideEffects, policy: 'ask' };

/** The one of two policies that allows less. */
export function stricterPolicy(one: SideEffectPolicy, other: SideEffectPolicy): SideEffectPolicy {
  const rank = (policy: SideEffectPolicy) => sideEffectPolicies.indexOf(policy);
  return rank(one) >= rank(other) ? one : other;
}

/** Whether a person has to be asked. */
export function isAskedFor(policy: SideEffectPolicy, isTainted: boolean): boolean {
  return policy === 'ask' || (policy === 'ask-after-outside' && isTainted);
}
