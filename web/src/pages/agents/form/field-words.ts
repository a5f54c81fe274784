import type { SchemaField } from '../../../components/schema-form/schema-fields.ts';
import { policyTitles } from '../../costs/budgets/budget-words.ts';
import { engineTitles } from '../engine-titles.ts';

type Words = Partial<Pick<SchemaField, 'label' | 'help' | 'choiceTitles'>>;

/** What fields are called and what they are for, where the schema's own words are not those of a form. */
export const fieldWords: Record<string, Words> = {
  name: { help: 'Lower case letters, digits, _ and -; it stays as it is' },
  models: {
    help: 'provider:model, one a line; where the first does not answer, the next one does. Left empty: those of BATON_MODELS',
  },
  delegates: { label: 'May delegate to', help: 'Agents that it may give subtasks to' },
  planning: {
    help: 'Whether it sets a plan before it begins',
    choiceTitles: { none: 'No plan', model: 'The model sets a plan first' },
  },
  output: { label: 'Result', help: 'The form in which it delivers' },
  engine: { choiceTitles: engineTitles },
  failoverOnContentFilter: {
    label: 'Ask the next model where a content filter refuses',
    help: 'Else it fails there',
  },
  'memory.enabled': { label: 'It remembers', help: 'Its steps are stored, and it is reminded' },
  'memory.required': {
    label: 'It needs its memory',
    help: 'It fails where that cannot be reached; else it goes on without',
  },
  'memory.top': { label: 'Memories a task' },
  'memory.floor': {
    label: 'Least similarity',
    help: 'From 0 to 1; what is less like the task is not told',
  },
  'sideEffects.policy': {
    label: 'Before a side effect',
    help: 'Such as an order or an alert; BATON_AGENT_SIDE_EFFECTS may be stricter',
    choiceTitles: {
      ask: 'Always ask a person',
      'ask-after-outside': 'Ask once it has read content from outside',
      allow: 'Never ask',
    },
  },
  'sideEffects.approvers': { label: 'Who may decide', help: 'One a line' },
  'sideEffects.timeout': {
    label: 'Waits for a decision',
    help: 'After that the call counts as declined: 30m, 24h',
  },
  'limits.turns': { help: 'The most model calls of a task' },
  'limits.time': { help: 'The longest that a task may take, such as 90s, 5m, 2h' },
  'limits.budget.usd': {
    label: 'US dollars a task',
    help: 'For models, delegations included; left empty, there is no limit',
  },
  'limits.budget.onLimit': { label: 'At the limit', choiceTitles: policyTitles },
  'limits.budget.cheaperModels': { label: 'Cheaper models', help: 'To go on with, one a line' },
};
