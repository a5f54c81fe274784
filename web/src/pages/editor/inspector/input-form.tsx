import { Trash2 } from 'lucide-react';
import type { Json, JsonObject } from '../../../../../contracts/base/json.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import type { PlacedProblem } from '../model/problem-places.ts';
import { formText, problemsAt, placeProblem } from '../model/problem-places.ts';
import { InputName } from './input-name.tsx';
import {
  inputTypes,
  removeInput,
  setInInput,
  setRules,
  withRequired,
  rulesOf,
  shownKeywords,
} from './input-schema.ts';
import type { EditedInput } from './input-schema.ts';
import { labelOf } from './labels.ts';
import { texts } from './texts.ts';
import { NumberControl } from './controls/number-control.tsx';
import { ValueControl } from './controls/template-controls.tsx';
import { plainField } from './form-fields.ts';
import { useState } from 'react';
import { isJsonObject } from '../../../../../contracts/base/json.ts';

type InputFormProps = {
  input: EditedInput;
  inputs: Json | undefined;
  problems: readonly PlacedProblem[];
  onChange: (inputs: Json) => void;
};

/** One input: its name, its type, and what the form that starts a run says about it. */
export function InputForm(props: InputFormProps) {
  const { input, inputs, problems, onChange } = props;
  const { name, schema, isRequired } = input;
  const path = ['inputs', 'properties', name];
  const set = (keyword: string, value: Json | undefined) =>
    onChange(setInInput(inputs, name, keyword, value));
  const text = (keyword: string) => (typeof schema[keyword] === 'string' ? schema[keyword] : '');
  return (
    <fieldset className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <legend className="sr-only">{texts.inputs.input(name)}</legend>
      <div className="grid grid-cols-[1fr_110px] gap-2">
        <InputName
          name={name}
          problems={problemsAt(problems, path).filter(({ at }) => at.length === 3)}
        />
        <Field
          label={texts.inputs.type}
          problems={problemsAt(problems, [...path, 'type']).map(formText)}
        >
          {(control) => (
            <select
              {...control}
              value={text('type')}
              onChange={({ target }) => set('type', target.value === '' ? undefined : target.value)}
              className={controlLook}
            >
              <option value="">{texts.inputs.anyType}</option>
              {inputTypes.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {(['title', 'description'] as const).map((keyword) => (
        <Field
          key={keyword}
          label={labelOf(keyword)}
          problems={problemsAt(problems, [...path, keyword]).map(formText)}
        >
          {(control) => (
            <input
              {...control}
              value={text(keyword)}
              onChange={({ target }) => set(keyword, target.value || undefined)}
              className={controlLook}
            />
          )}
        </Field>
      ))}
      <InputDefault
        schema={schema}
        path={path}
        problems={problems}
        onChange={(value) => set('default', value)}
      />
      <InputRules
        schema={schema}
        path={path}
        problems={problems}
        onChange={(rules) => onChange(setRules(inputs, name, rules))}
      />
      <div className="flex items-center">
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={isRequired}
            onChange={({ target }) => onChange(withRequired(inputs, name, target.checked))}
            className="size-4 accent-(--accent-fill)"
          />
          {texts.inputs.required}
        </label>
        <Button
          look="quiet"
          className="ml-auto"
          aria-label={texts.inputs.delete(name)}
          onClick={() => onChange(removeInput(inputs, name))}
        >
          <Trash2 aria-hidden className="size-4" />
        </Button>
      </div>
    </fieldset>
  );
}

type InputDefaultProps = {
  schema: EditedInput['schema'];
  path: string[];
  problems: readonly PlacedProblem[];
  onChange: (value: Json | undefined) => void;
};

/** What counts where an input is not given: a text as it is, a number, or YAML. */
function InputDefault({ schema, path, problems, onChange }: InputDefaultProps) {
  const value = schema['default'];
  const at = [...path, 'default'];
  const found = problemsAt(problems, at);
  const shared = { value, onChange, node: undefined, path: at, problems: found };
  if (schema['type'] === 'string') {
    return (
      <Field label={texts.inputs.default} problems={found.map(formText)}>
        {(control) => (
          <input
            {...control}
            value={typeof value === 'string' ? value : ''}
            onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
            className={controlLook}
          />
        )}
      </Field>
    );
  }
  const own = { ...plainField, name: 'default', label: texts.inputs.default };
  if (schema['type'] === 'number' || schema['type'] === 'integer') {
    return <NumberControl {...shared} field={{ ...own, control: 'number' }} />;
  }
  return <ValueControl {...shared} field={{ ...own, control: 'value' }} />;
}

type InputRulesProps = {
  schema: EditedInput['schema'];
  path: string[];
  problems: readonly PlacedProblem[];
  onChange: (rules: JsonObject) => void;
};

/** What else the schema of an input says, as YAML: least lengths, allowed values, members. */
function InputRules({ schema, path, problems, onChange }: InputRulesProps) {
  // What is no keyword with a value yet stays here until it is one.
  const [unfinished, setUnfinished] = useState<Json>();
  const rules = rulesOf(schema);
  const kept = Object.keys(rules).length === 0 ? undefined : rules;
  const own = problems.filter(
    ({ at }) => at.length > path.length && !shownKeywords.has(String(at[path.length])),
  );
  const unread = placeProblem({
    path: path.join('.'),
    message: texts.inputs.notAKeyword,
    fix: texts.inputs.keywordFix,
  });

  function take(value: Json | undefined) {
    const isRead = value === undefined || isJsonObject(value);
    setUnfinished(isRead ? undefined : value);
    if (isRead) onChange(value ?? {});
  }

  return (
    <ValueControl
      field={{
        ...plainField,
        name: 'rules',
        label: texts.inputs.rules,
        help: texts.inputs.rulesHelp,
        control: 'value',
      }}
      value={unfinished ?? kept}
      node={undefined}
      path={path}
      problems={unfinished === undefined ? own : [unread]}
      onChange={take}
    />
  );
}
