import type { ReactNode } from 'react';
import type { FieldControl as Control } from '../form-fields.ts';
import { ArgumentsControl } from './arguments-control.tsx';
import { CasesControl } from './cases-control.tsx';
import type { ControlProps } from './control-props.ts';
import { FailedNote } from './failed-note.tsx';
import { LinesControl } from './lines-control.tsx';
import { NameControl } from './name-control.tsx';
import { NamesControl } from './names-control.tsx';
import { NumberControl } from './number-control.tsx';
import {
  ExpressionControl,
  SchemaControl,
  TemplateControl,
  ValueControl,
} from './template-controls.tsx';
import { controlLook } from '../../../../components/controls/field.tsx';
import { Select, kept } from '../../../../components/controls/select.tsx';
import { textOfValue } from '../template-text.ts';
import { ControlField } from './control-field.tsx';
import { VersionControl } from './version-control.tsx';
import { texts } from '../texts.ts';
import { isJsonObject } from '../../../../../../contracts/base/json.ts';
import { problemsAt } from '../../model/problem-places.ts';
import { choiceText } from '../choice-texts.ts';

const flags: Record<string, boolean> = { true: true, false: false };

/** Yes or no, or nothing said. */
function FlagControl({ field, value, onChange, problems }: ControlProps) {
  const chosen = textOfValue(value);
  return (
    <ControlField field={field} problems={problems}>
      {(control) => (
        <Select
          {...control}
          value={chosen}
          onChange={(next) => onChange(flags[next])}
          options={[
            ['', texts.controls.noDefault],
            ['true', texts.controls.yes],
            ['false', texts.controls.no],
            ...kept(chosen, Object.keys(flags)),
          ]}
        />
      )}
    </ControlField>
  );
}

const controls: Record<Control, (props: ControlProps) => ReactNode> = {
  text: TextControl,
  paragraph: ParagraphControl,
  duration: TextControl,
  number: NumberControl,
  choice: ChoiceControl,
  flag: FlagControl,
  name: NameControl,
  names: NamesControl,
  version: VersionControl,
  lines: LinesControl,
  expression: ExpressionControl,
  template: TemplateControl,
  value: ValueControl,
  schema: SchemaControl,
  arguments: ArgumentsControl,
  cases: CasesControl,
  group: (props) => <GroupControl {...props} Member={FieldControl} />,
};

/** Controls that give the parts of their value fields of their own. */
const parted = new Set<Control>(['arguments', 'cases', 'group']);

/** The control of a field, as its schema says. */
export function FieldControl(props: ControlProps) {
  const { field, value, node, path } = props;
  const Control = controls[field.control];
  const hasParts = parted.has(field.control) && typeof value === 'object';
  return (
    <div data-path={path.join('.')}>
      <Control {...props} />
      <FailedNote node={node} path={path} value={value} hasParts={hasParts} />
    </div>
  );
}

/** Text of several lines. */
function ParagraphControl({ field, value, onChange, problems }: ControlProps) {
  return (
    <ControlField field={field} problems={problems}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          value={typeof value === 'string' ? value : textOfValue(value)}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
          className={controlLook}
        />
      )}
    </ControlField>
  );
}

/** A line of text. */
function TextControl({ field, value, onChange, problems }: ControlProps) {
  const { fallback, control: kind } = field;
  const usual = typeof fallback === 'string' ? fallback : undefined;
  return (
    <ControlField field={field} problems={problems}>
      {(control) => (
        <input
          {...control}
          value={typeof value === 'string' ? value : textOfValue(value)}
          placeholder={usual ?? (kind === 'duration' ? '5m' : undefined)}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
          className={controlLook}
        />
      )}
    </ControlField>
  );
}

type GroupControlProps = ControlProps & {
  /** Draws each field of the group. */
  Member: (props: ControlProps) => ReactNode;
};

/** Fields within a field; it is left out where all of them are. */
function GroupControl(props: GroupControlProps) {
  const { field, value, onChange, node, path, problems, Member } = props;
  const object = isJsonObject(value) ? value : {};
  return (
    <fieldset className="flex flex-col gap-3 border-l-2 border-line pl-3">
      <legend className="sr-only">{field.label}</legend>
      {field.fields.map((member) => (
        <Member
          key={member.name}
          // Where the group is left out, so may be its fields.
          field={{ ...member, isRequired: false }}
          value={object[member.name]}
          node={node}
          path={[...path, member.name]}
          problems={problemsAt(problems, [...path, member.name])}
          onChange={(next) => {
            const { [member.name]: _before, ...others } = object;
            const all = next === undefined ? others : { ...object, [member.name]: next };
            onChange(Object.keys(all).length === 0 ? undefined : all);
          }}
        />
      ))}
    </fieldset>
  );
}

/** One of some values. What counts where none is chosen stands first. */
function ChoiceControl({ field, value, onChange, problems }: ControlProps) {
  const { choices, fallback, name } = field;
  const chosen = textOfValue(value);
  const usual =
    typeof fallback === 'string'
      ? texts.controls.default(choiceText(name, fallback))
      : texts.controls.noDefault;
  const others = choices.filter((choice) => choice !== fallback);
  return (
    <ControlField field={field} problems={problems}>
      {(control) => (
        <Select
          {...control}
          value={chosen === fallback ? '' : chosen}
          onChange={(next) => onChange(next === '' ? undefined : next)}
          options={[
            ['', usual],
            ...others.map((choice) => [choice, choiceText(name, choice)] as const),
            ...kept(chosen, choices),
          ]}
        />
      )}
    </ControlField>
  );
}
