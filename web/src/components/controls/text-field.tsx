import type { ComponentProps } from 'react';
import { Field, controlLook } from './field.tsx';
import { unclearNumber } from './read-number.ts';

type TextFieldProps = Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'placeholder' | 'maxLength' | 'list' | 'autoFocus'
> & {
  label: string;
  help?: string | undefined;
  isRequired?: boolean;
  problems?: readonly string[];
  value: string;
  onChange: (value: string) => void;
};

/** Asks for a line of text. What is typed as a number with a comma is asked about at once. */
export function TextField(props: TextFieldProps) {
  const { label, help, isRequired, problems = [], value, onChange, ...input } = props;
  const unclear = input.inputMode === 'decimal' ? unclearNumber(value) : undefined;
  return (
    <Field
      label={label}
      help={help}
      isRequired={isRequired ?? false}
      problems={unclear === undefined ? problems : [unclear]}
    >
      {(control) => (
        <input
          {...control}
          {...input}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={controlLook}
        />
      )}
    </Field>
  );
}
