import { useQuery } from '@tanstack/react-query';
import type { FieldProblem } from '../../../../contracts/api/index.ts';
import { switches } from '../../../../contracts/tools/switches.ts';
import { plans } from '../../../../contracts/tools/tools.ts';
import { queries } from '../../api/queries.ts';
import { Marks } from '../../components/schema-form/marks.tsx';
import { problemsAt } from '../../components/schema-form/problems-at.ts';
import { SelectField } from '../../components/controls/select-field.tsx';
import { planTitles } from './plan-titles.ts';
import type { SettingsDraft } from './settings.ts';

type SettingsFieldsProps = {
  draft: SettingsDraft;
  onChange: (draft: SettingsDraft) => void;
  problems: FieldProblem[];
};

/** Asks for the plan, the switches, and the tools of a user. */
export function SettingsFields({ draft, onChange, problems }: SettingsFieldsProps) {
  const tools = useQuery(queries.tools());
  const names = (tools.data?.items ?? []).map(({ name }) => name);
  const set = (change: Partial<SettingsDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <SelectField
        label="Plan"
        help="A plan includes the tools of those before it"
        problems={problemsAt(problems, 'plan')}
        value={draft.plan}
        onChange={(plan) => set({ plan })}
        options={[['', 'As everyone'], ...plans.map((plan) => [plan, planTitles[plan]] as const)]}
      />
      {switches.map(({ name, title, help }) => (
        <SelectField
          key={name}
          label={title}
          help={help}
          problems={problemsAt(problems, name)}
          value={draft.switches[name] ?? ''}
          onChange={(state) => set({ switches: { ...draft.switches, [name]: state } })}
          options={[
            ['', 'As everyone'],
            ['on', 'On'],
            ['off', 'Off'],
          ]}
        />
      ))}
      <SelectField
        label="Tools"
        value={draft.isLimited ? 'some' : 'any'}
        onChange={(choice) => set({ isLimited: choice === 'some' })}
        options={[
          ['any', 'Any tool of the plan'],
          ['some', 'Only certain tools'],
        ]}
      />
      {draft.isLimited && (
        <Marks
          label="Allowed tools"
          help="With none, the user may use no tool at all"
          isRequired={false}
          problems={problemsAt(problems, 'allowedTools')}
          choices={names}
          text={draft.allowed}
          onChange={(allowed) => set({ allowed })}
        />
      )}
      <Marks
        label="Denied tools"
        help={undefined}
        isRequired={false}
        problems={problemsAt(problems, 'deniedTools')}
        choices={names}
        text={draft.denied}
        onChange={(denied) => set({ denied })}
      />
    </>
  );
}
