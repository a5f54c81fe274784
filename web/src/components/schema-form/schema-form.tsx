import type { ComponentType } from 'react';
import type { FieldProblem } from '../../../../contracts/api/index.ts';
import { problemsAt } from './problems-at.ts';
import { SchemaControl } from './schema-control.tsx';
import type { SchemaControlProps } from './schema-control.tsx';
import type { SchemaField } from './schema-fields.ts';

type SchemaFormProps = {
  fields: SchemaField[];
  texts: Record<string, string>;
  onChange: (texts: Record<string, string>) => void;
  problems: FieldProblem[];
  /** Where the object is in the request, as the problems' paths name it: `input`, `args`; empty for the whole. */
  at: string;
  /** Controls for members that the schema alone does not say how to ask for, by name. */
  controls?: Record<string, ComponentType<SchemaControlProps>>;
};

/** The controls for the members of an object, each with what is wrong with it. */
export function SchemaForm(props: SchemaFormProps) {
  const { fields, texts, onChange, problems, at, controls = {} } = props;
  return fields.map((field) => {
    const Control = controls[field.name] ?? SchemaControl;
    return (
      <Control
        key={field.name}
        field={field}
        text={texts[field.name] ?? ''}
        problems={problemsAt(problems, at === '' ? field.name : `${at}.${field.name}`)}
        onChange={(text) => onChange({ ...texts, [field.name]: text })}
      />
    );
  });
}
