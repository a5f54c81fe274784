import type { SchemaField } from '../../../components/schema-form/schema-fields.ts';
import { policyTitles } from '../../costs/budgets/budget-words.ts';
import { engineTitles } from '../engine-titles.ts';
import { texts } from '../texts.ts';

type Words = Partial<Pick<SchemaField, 'label' | 'help' | 'choiceTitles'>>;

/** Who approves, and how: the same words for side effects and plans. */
function termWords(path: string): Record<string, Words> {
  return {
    [`${path}.approvers`]: texts.fields.approvers,
    [`${path}.timeout`]: texts.fields.approvalTimeout,
    [`${path}.quorum`]: texts.fields.quorum,
    [`${path}.remindAfter`]: texts.fields.remindAfter,
    [`${path}.escalate.after`]: texts.fields.escalateAfter,
    [`${path}.escalate.approvers`]: texts.fields.escalateApprovers,
    [`${path}.escalate.quorum`]: texts.fields.escalateQuorum,
  };
}

/** What fields are called and what they are for, where the schema's own words are not those of a form. */
export const fieldWords: Record<string, Words> = {
  name: { help: texts.fields.name },
  models: {
    help: texts.fields.models,
  },
  delegates: { label: texts.fields.delegates.label, help: texts.fields.delegates.help },
  planning: {
    help: texts.fields.planning.help,
    choiceTitles: { none: texts.fields.planning.none, model: texts.fields.planning.model },
  },
  output: { label: texts.fields.output.label, help: texts.fields.output.help },
  engine: { choiceTitles: engineTitles },
  failoverOnContentFilter: {
    label: texts.fields.contentFilter.label,
    help: texts.fields.contentFilter.help,
  },
  'memory.enabled': { label: texts.fields.memory.label, help: texts.fields.memory.help },
  'memory.required': {
    label: texts.fields.memoryRequired.label,
    help: texts.fields.memoryRequired.help,
  },
  'memory.top': { label: texts.fields.memoriesPerTask },
  'memory.floor': {
    label: texts.fields.similarity.label,
    help: texts.fields.similarity.help,
  },
  'sideEffects.policy': {
    label: texts.fields.sideEffects.label,
    help: texts.fields.sideEffects.help,
    choiceTitles: {
      ask: texts.fields.sideEffects.ask,
      'ask-after-outside': texts.fields.sideEffects.askAfterUntrusted,
      allow: texts.fields.sideEffects.allow,
    },
  },
  'sideEffects.alwaysAsk': texts.fields.alwaysAsk,
  ...termWords('sideEffects'),
  ...termWords('planApproval'),
  'planApproval.approvers': texts.fields.planApprovers,
  'planApproval.timeout': texts.fields.planTimeout,
  'limits.turns': { help: texts.fields.turns },
  'limits.time': { help: texts.fields.time },
  'limits.budget.usd': {
    label: texts.fields.budget.label,
    help: texts.fields.budget.help,
  },
  'limits.budget.onLimit': { label: texts.fields.onLimit, choiceTitles: policyTitles },
  'limits.budget.cheaperModels': {
    label: texts.fields.cheaperModels.label,
    help: texts.fields.cheaperModels.help,
  },
};
