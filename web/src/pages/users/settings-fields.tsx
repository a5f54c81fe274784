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
import { texts } from './texts.ts';

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
        label={texts.fields.plan}
        help={texts.fields.planHelp}
        problems={problemsAt(problems, 'plan')}
        value={draft.plan}
        onChange={(plan) => set({ plan })}
        options={[
          ['', texts.fields.default],
          ...plans.map((plan) => [plan, planTitles[plan]] as const),
        ]}
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
            ['', texts.fields.default],
            ['on', texts.table.on],
            ['off', texts.table.off],
          ]}
        />
      ))}
      <SelectField
        label={texts.fields.tools}
        value={draft.isLimited ? 'some' : 'any'}
        onChange={(choice) => set({ isLimited: choice === 'some' })}
        options={[
          ['any', texts.fields.anyTool],
          ['some', texts.fields.someTools],
        ]}
      />
      {draft.isLimited && (
        <Marks
          label={texts.fields.allowed}
          help={texts.fields.allowedHelp}
          isRequired={false}
          problems={problemsAt(problems, 'allowedTools')}
          choices={names}
          text={draft.allowed}
          onChange={(allowed) => set({ allowed })}
        />
      )}
      <Marks
        label={texts.fields.denied}
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
