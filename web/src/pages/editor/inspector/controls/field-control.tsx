import type { ReactNode } from 'react';
import type { FieldControl as Control } from '../form-fields.ts';
import { ArgumentsControl } from './arguments-control.tsx';
import { ChoiceControl } from './choice-control.tsx';
import type { ControlProps } from './control-props.ts';
import { FlagControl } from './flag-control.tsx';
import { GroupControl } from './group-control.tsx';
import { LinesControl } from './lines-control.tsx';
import { NameControl } from './name-control.tsx';
import { NamesControl } from './names-control.tsx';
import { NumberControl } from './number-control.tsx';
import { ExpressionControl, TemplateControl, ValueControl } from './template-controls.tsx';
import { ParagraphControl } from './paragraph-control.tsx';
import { TextControl } from './text-control.tsx';

const controls: Record<Control, (props: ControlProps) => ReactNode> = {
  text: TextControl,
  paragraph: ParagraphControl,
  duration: TextControl,
  number: NumberControl,
  choice: ChoiceControl,
  flag: FlagControl,
  name: NameControl,
  names: NamesControl,
  lines: LinesControl,
  expression: ExpressionControl,
  template: TemplateControl,
  value: ValueControl,
  arguments: ArgumentsControl,
  group: (props) => <GroupControl {...props} Member={FieldControl} />,
};

/** The control of a field, as its schema says. */
export function FieldControl(props: ControlProps) {
  const Control = controls[props.field.control];
  return <Control {...props} />;
}
