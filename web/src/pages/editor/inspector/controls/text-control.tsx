import { Field, controlLook } from '../../../../components/field.tsx';
import { problemText } from '../../model/problem-places.ts';
import { textOfValue } from '../template-text.ts';
import type { ControlProps } from './control-props.ts';

/** A line of text. */
export function TextControl({ field, value, onChange, problems }: ControlProps) {
  const { label, help, isRequired, fallback, control: kind } = field;
  const usual = typeof fallback === 'string' ? fallback : undefined;
  return (
    <Field label={label} help={help} isRequired={isRequired} problems={problems.map(problemText)}>
      {(control) => (
        <input
          {...control}
          value={typeof value === 'string' ? value : textOfValue(value)}
          placeholder={usual ?? (kind === 'duration' ? '5m' : undefined)}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
          className={controlLook}
        />
      )}
    </Field>
  );
}
