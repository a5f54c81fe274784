import { Field } from './field.tsx';
import { Select } from './select.tsx';

type SelectFieldProps<Value extends string> = {
  label: string;
  help?: string | undefined;
  isRequired?: boolean;
  problems?: readonly string[];
  value: Value;
  onChange: (value: Value) => void;
  /** What can be chosen: value and title. */
  options: (readonly [Value, string])[];
};

/** Asks for one among few. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, help, isRequired = false, problems = [], value, onChange, options } = props;
  return (
    <Field label={label} help={help} isRequired={isRequired} problems={problems}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={(chosen) => onChange(chosen as Value)}
          options={options}
        />
      )}
    </Field>
  );
}
