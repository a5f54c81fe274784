import type { ReactNode } from 'react';
import { texts } from '../texts.ts';
import { Field, controlLook } from '../../../../components/controls/field.tsx';
import { readNumber, unclearNumber } from '../../../../components/controls/read-number.ts';
import { formText } from '../../model/problem-places.ts';
import { textOfValue } from '../template-text.ts';
import type { ControlProps } from './control-props.ts';
import { useTyped } from './use-typed.ts';

type NumberControlProps = ControlProps & {
  /** What stands at the end of the label's line. */
  aside?: ReactNode;
};

/** A number. What is none is kept as it was typed, and told of. */
export function NumberControl({ field, value, onChange, problems, aside }: NumberControlProps) {
  const { label, help, isRequired, fallback } = field;
  const { text, setTyped, forget } = useTyped(textOfValue(value), (typed) => read(typed) === value);
  const unclear = unclearNumber(text);
  return (
    <Field
      label={label}
      help={help}
      isRequired={isRequired}
      aside={aside}
      problems={unclear === undefined ? problems.map(formText) : [unclear]}
    >
      {(control) => (
        <input
          {...control}
          inputMode="decimal"
          value={text}
          placeholder={
            fallback === undefined ? undefined : texts.controls.default(textOfValue(fallback))
          }
          onBlur={forget}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(read(target.value));
          }}
          className={controlLook}
        />
      )}
    </Field>
  );
}

function read(text: string): number | string | undefined {
  return text.trim() === '' ? undefined : (readNumber(text) ?? text);
}
