import type { Json } from '../../../../../contracts/base/json.ts';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import type { PlacedProblem } from '../model/problem-places.ts';
import { problemText, problemsAt } from '../model/problem-places.ts';
import { NumberControl } from './controls/number-control.tsx';
import { ValueControl } from './controls/template-controls.tsx';
import { plainField } from './form-fields.ts';
import type { EditedInput } from './input-schema.ts';
import { texts } from './texts.ts';

type InputDefaultProps = {
  schema: EditedInput['schema'];
  path: string[];
  problems: readonly PlacedProblem[];
  onChange: (value: Json | undefined) => void;
};

/** What counts where an input is not given: a text as it is, a number, or YAML. */
export function InputDefault({ schema, path, problems, onChange }: InputDefaultProps) {
  const value = schema['default'];
  const at = [...path, 'default'];
  const found = problemsAt(problems, at);
  const shared = { value, onChange, node: undefined, path: at, problems: found };
  if (schema['type'] === 'string') {
    return (
      <Field label={texts.inputs.default} problems={found.map(problemText)}>
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
