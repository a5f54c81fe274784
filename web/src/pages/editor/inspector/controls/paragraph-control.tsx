import { Field, controlLook } from '../../../../components/field.tsx';
import { problemText } from '../../model/problem-places.ts';
import { textOfValue } from '../template-text.ts';
import type { ControlProps } from './control-props.ts';

/** Text of several lines. */
export function ParagraphControl({ field, value, onChange, problems }: ControlProps) {
  const { label, help, isRequired } = field;
  return (
    <Field label={label} help={help} isRequired={isRequired} problems={problems.map(problemText)}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          value={typeof value === 'string' ? value : textOfValue(value)}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
          className={controlLook}
        />
      )}
    </Field>
  );
}
