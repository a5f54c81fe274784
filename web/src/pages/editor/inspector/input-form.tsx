import { Trash2 } from 'lucide-react';
import type { Json } from '../../../../../contracts/base/json.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import type { PlacedProblem } from '../model/problem-places.ts';
import { problemText, problemsAt } from '../model/problem-places.ts';
import { InputDefault } from './input-default.tsx';
import { InputName } from './input-name.tsx';
import { InputRules } from './input-rules.tsx';
import { inputTypes, removeInput, setInInput, setRules, withRequired } from './input-schema.ts';
import type { EditedInput } from './input-schema.ts';
import { labelOf } from './labels.ts';
import { texts } from './texts.ts';

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
          problems={problemsAt(problems, [...path, 'type']).map(problemText)}
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
          problems={problemsAt(problems, [...path, keyword]).map(problemText)}
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
