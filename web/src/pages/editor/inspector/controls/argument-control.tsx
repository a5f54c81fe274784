import type { ReactNode } from 'react';
import type { Json } from '../../../../../../contracts/base/json.ts';
import { Button } from '../../../../components/controls/button.tsx';
import { controlLook } from '../../../../components/controls/field.tsx';
import { Switch } from '../../../../components/controls/switch.tsx';
import type { ArgumentField } from '../argument-fields.ts';
import { plainField } from '../form-fields.ts';
import { readValue, textOfValue } from '../template-text.ts';
import { texts } from '../texts.ts';
import { ControlField } from './control-field.tsx';
import type { ControlProps } from './control-props.ts';
import { ExpressionField } from './expression-field.tsx';
import { FailedNote } from './failed-note.tsx';
import { NumberControl } from './number-control.tsx';
import { Switchable, readLine, writeLine } from './switchable.tsx';

type ArgumentProps = Omit<ControlProps, 'field'> & {
  argument: ArgumentField;
  /** An expression that it often is. */
  suggested: string | undefined;
  /** The tool whose answer it often is, where no node calls that yet. */
  sourceTool: string | undefined;
  /** Adds a call of that tool, and takes the argument from it. */
  onSource: () => void;
};
type FixedProps = ControlProps & { argument: ArgumentField; aside: ReactNode };

/** Fixed values that are not typed as a text. */
const fixed: Partial<Record<ArgumentField['control'], (props: FixedProps) => ReactNode>> = {
  choice: FixedChoice,
  flag: FixedFlag,
  number: NumberControl,
};

/** One argument, as its schema says: a fixed value, or an expression that gives one. */
export function ArgumentControl(all: ArgumentProps) {
  const { argument, suggested, sourceTool, onSource, ...props } = all;
  const { name, isKnown, isRequired, isText, fallback, schema, control } = argument;
  const help = isKnown ? argument.help : texts.controls.unknownArgument;
  const Fixed = fixed[control];
  const field = { ...plainField, name, label: name, help, isRequired, fallback };
  const isLine = isText || Fixed !== undefined;
  return (
    <div data-path={props.path.join('.')}>
      <Switchable {...props} name={name} schema={schema}>
        {(isFixed, aside) =>
          isFixed && Fixed ? (
            <Fixed
              {...props}
              field={{ ...field, control: 'value' }}
              argument={argument}
              aside={aside}
            />
          ) : (
            <ExpressionField
              {...props}
              label={name}
              help={help}
              isRequired={isRequired}
              placeholder={
                fallback === undefined ? undefined : texts.controls.default(textOfValue(fallback))
              }
              write={isLine ? writeLine : textOfValue}
              read={isLine ? readLine : readValue}
              isYaml={!isLine}
              schema={schema}
              aside={aside}
            />
          )
        }
      </Switchable>
      <FailedNote node={props.node} path={props.path} value={props.value} />
      {suggested !== undefined && (
        <Button look="quiet" className="mt-1" onClick={() => props.onChange(suggested)}>
          {texts.controls.use(suggested)}
        </Button>
      )}
      {suggested === undefined && sourceTool !== undefined && (
        <Button look="quiet" className="mt-1" onClick={onSource}>
          {texts.controls.addSource(sourceTool)}
        </Button>
      )}
    </div>
  );
}

/** One of the values that the schema lists. */
function FixedChoice({ field, argument, value, problems, aside, onChange }: FixedProps) {
  const { choices, fallback } = argument;
  const chosen = textOfValue(value);
  const known = choices.map(textOfValue);
  return (
    <ControlField field={field} problems={problems} aside={aside}>
      {(control) => (
        <select
          {...control}
          value={chosen}
          onChange={({ target }) => onChange(choices[known.indexOf(target.value)])}
          className={controlLook}
        >
          <option value="">
            {fallback === undefined
              ? texts.controls[field.isRequired ? 'choose' : 'notSet']
              : texts.controls.default(textOfValue(fallback))}
          </option>
          {known.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
          {chosen !== '' && !known.includes(chosen) && <option value={chosen}>{chosen}</option>}
        </select>
      )}
    </ControlField>
  );
}

/** Yes or no; what counts where neither is said is shown, too. */
function FixedFlag({ field, argument, value, problems, aside, onChange }: FixedProps) {
  const { fallback } = argument;
  const counts = value ?? fallback;
  return (
    <ControlField field={field} problems={problems} aside={aside}>
      {({ id, ...control }) => (
        <div className="flex min-h-8 items-center gap-2">
          <Switch
            id={id}
            aria-describedby={control['aria-describedby']}
            isOn={counts === true}
            onChange={onChange}
          />
          <span className="text-muted">{stateText(value, fallback)}</span>
          {value !== undefined && !field.isRequired && (
            <Button
              look="quiet"
              className="ml-auto"
              aria-label={texts.controls.clearOf(field.label)}
              onClick={() => onChange(undefined)}
            >
              {texts.controls.clear}
            </Button>
          )}
        </div>
      )}
    </ControlField>
  );
}

function stateText(value: Json | undefined, fallback: Json | undefined): string {
  const word = (said: Json) =>
    typeof said === 'boolean' ? texts.controls[said ? 'yes' : 'no'] : textOfValue(said);
  if (value !== undefined) return word(value);
  return fallback === undefined ? texts.controls.notSet : texts.controls.default(word(fallback));
}
