import type { FieldProblem } from '../../../../contracts/api/index.ts';
import { problemsAt } from './problems-at.ts';
import { SchemaControl } from './schema-control.tsx';
import type { SchemaField } from './schema-fields.ts';

type SchemaFormProps = {
  fields: SchemaField[];
  texts: Record<string, string>;
  onChange: (texts: Record<string, string>) => void;
  problems: FieldProblem[];
  /** Where the object is in the request, as the problems' paths name it: `input`, `args`. */
  at: string;
};

/** The controls for the members of an object, each with what is wrong with it. */
export function SchemaForm({ fields, texts, onChange, problems, at }: SchemaFormProps) {
  return fields.map((field) => (
    <SchemaControl
      key={field.name}
      field={field}
      text={texts[field.name] ?? ''}
      problems={problemsAt(problems, `${at}.${field.name}`)}
      onChange={(text) => onChange({ ...texts, [field.name]: text })}
    />
  ));
}
