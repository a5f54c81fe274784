import type { ReactNode } from 'react';
import type { Json, JsonSchema } from '../../../../../../contracts/base/json.ts';
import { SchemaRows } from '../../../../components/schema-form/rows/schema-rows.tsx';
import { formText } from '../../model/problem-places.ts';
import { readValue, textOfValue } from '../template-text.ts';
import type { ControlProps } from './control-props.ts';
import { ExpressionField } from './expression-field.tsx';
import { Switchable, readLine, writeLine } from './switchable.tsx';

/** Text with `{{ expressions }}` in it. */
export function TemplateControl(props: ControlProps) {
  return <Shared {...props} write={writeLine} read={readLine} />;
}

/** One expression. All but the compared value of a switch say yes or no. */
export function ExpressionControl(props: ControlProps) {
  const schema = props.field.name === 'value' ? undefined : { type: 'boolean' };
  return <Shared {...props} write={writeLine} read={readLine} schema={schema} isWhole />;
}

/** The format of an answer: its fields, or a JSON Schema as YAML. */
export function SchemaControl(props: ControlProps) {
  const { field, value, problems, onChange } = props;
  return (
    <SchemaRows
      label={field.label}
      help={field.help}
      problems={problems.map(formText)}
      schema={value}
      onChange={onChange}
      language="YAML"
      written={(aside) => (
        <Shared
          {...props}
          write={textOfValue}
          read={readValue}
          aside={aside}
          canInsert={false}
          isYaml
        />
      )}
    />
  );
}

/** Any value, as YAML, whose texts may hold `{{ expressions }}`. */
export function ValueControl(props: ControlProps) {
  const { field, node } = props;
  const schema = field.name === 'items' ? { type: 'array' } : undefined;
  // What belongs to no node holds no expression.
  if (node === undefined) {
    return <Shared {...props} write={textOfValue} read={readValue} isYaml />;
  }
  return (
    <Switchable {...props} name={field.label} schema={schema}>
      {(_isFixed, aside) => (
        <Shared
          {...props}
          write={textOfValue}
          read={readValue}
          schema={schema}
          aside={aside}
          isYaml
        />
      )}
    </Switchable>
  );
}

type SharedProps = ControlProps & {
  write: (value: Json | undefined) => string;
  read: (text: string) => Json | undefined;
  schema?: JsonSchema | undefined;
  canInsert?: boolean;
  aside?: ReactNode;
  isWhole?: boolean;
  isYaml?: boolean;
};

function Shared({ field, ...rest }: SharedProps) {
  const { label, help, isRequired } = field;
  return <ExpressionField {...rest} label={label} help={help} isRequired={isRequired} />;
}
