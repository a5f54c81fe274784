import type { Json } from '../../../../../../contracts/base/json.ts';
import { readValue, textOfValue } from '../template-text.ts';
import type { ControlProps } from './control-props.ts';
import { ExpressionField } from './expression-field.tsx';

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : textOfValue(value);
const readText = (text: string): Json | undefined => (text === '' ? undefined : text);

/** Text with `{{ expressions }}` in it. */
export function TemplateControl(props: ControlProps) {
  return <Shared {...props} write={textOf} read={readText} />;
}

/** One expression. */
export function ExpressionControl(props: ControlProps) {
  return <Shared {...props} write={textOf} read={readText} isWhole />;
}

/** Any value, as YAML, whose texts may hold `{{ expressions }}`. */
export function ValueControl(props: ControlProps) {
  return <Shared {...props} write={textOfValue} read={readValue} isYaml />;
}

type SharedProps = ControlProps & {
  write: (value: Json | undefined) => string;
  read: (text: string) => Json | undefined;
  isWhole?: boolean;
  isYaml?: boolean;
};

function Shared({ field, ...rest }: SharedProps) {
  const { label, help, isRequired } = field;
  return <ExpressionField {...rest} label={label} help={help} isRequired={isRequired} />;
}
