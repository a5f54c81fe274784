import type { SchemaField } from '../../../components/schema-form/schema-fields.ts';
import { words } from '../../../components/values/words.ts';
import type { Section } from './agent-sections.ts';
import { texts } from '../texts.ts';

/** Fields that stand together under a heading. */
export type FormGroup = { title: string; path: string; fields: SchemaField[] };

/** What of the definition itself belongs together; what is named nowhere stands in the last group. */
const groups = [
  { title: texts.form.groups.identity, names: ['name', 'role', 'instructions'] },
  { title: texts.form.groups.uses, names: ['models', 'tools', 'delegates'] },
  { title: texts.form.groups.behaviour, names: [] as string[] },
];

const titles: Record<string, string> = {
  planApproval: texts.form.groups.planApproval,
  'planApproval.escalate': texts.form.groups.planEscalation,
  memory: texts.form.groups.memory,
  sideEffects: texts.form.groups.sideEffects,
  'sideEffects.escalate': texts.form.groups.escalation,
  limits: texts.form.groups.limits,
  'limits.budget': texts.form.groups.budget,
};

/** The sections of an agent as its form shows them. */
export function formGroups(sections: Section[]): FormGroup[] {
  return sections.flatMap(({ path, fields }) => {
    if (path !== '') return [{ title: titles[path] ?? words(path), path, fields }];
    const placed = groups.flatMap(({ names }) => names);
    return groups.map(({ title, names }, index) => ({
      title,
      path,
      fields: fields.filter(({ name }) =>
        index === groups.length - 1 ? !placed.includes(name) : names.includes(name),
      ),
    }));
  });
}
