import type { ReactNode } from 'react';
import { Field } from '../../../../components/controls/field.tsx';
import type { ControlProps as FieldControlProps } from '../../../../components/controls/field.tsx';
import { formText } from '../../model/problem-places.ts';
import type { ControlProps } from './control-props.ts';

type ControlFieldProps = Pick<ControlProps, 'field' | 'problems'> & {
  /** What stands at the end of the label's line. */
  aside?: ReactNode;
  children: (control: FieldControlProps) => ReactNode;
};

/** A control of the inspector with its label, what it is for, and what is wrong with its value. */
export function ControlField({ field, problems, aside, children }: ControlFieldProps) {
  const { label, help, isRequired } = field;
  return (
    <Field
      label={label}
      help={help}
      isRequired={isRequired}
      problems={problems.map(formText)}
      aside={aside}
    >
      {children}
    </Field>
  );
}
