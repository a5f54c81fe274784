import type { ReactNode } from 'react';
import { Field } from '../../../../components/controls/field.tsx';
import type { ControlProps as FieldControlProps } from '../../../../components/controls/field.tsx';
import { problemText } from '../../model/problem-places.ts';
import type { ControlProps } from './control-props.ts';

type ControlFieldProps = Pick<ControlProps, 'field' | 'problems'> & {
  children: (control: FieldControlProps) => ReactNode;
};

/** A control of the inspector with its label, what it is for, and what is wrong with its value. */
export function ControlField({ field, problems, children }: ControlFieldProps) {
  const { label, help, isRequired } = field;
  return (
    <Field label={label} help={help} isRequired={isRequired} problems={problems.map(problemText)}>
      {children}
    </Field>
  );
}
