import { useId } from 'react';
import { Field, controlLook } from '../controls/field.tsx';
import { unclearNumber } from '../controls/read-number.ts';
import { Marks } from './marks.tsx';
import type { SchemaField } from './schema-fields.ts';
import { texts } from './texts.ts';

export type SchemaControlProps = {
  field: SchemaField;
  text: string;
  problems: string[];
  onChange: (text: string) => void;
};

/** Asks for one member. */
export function SchemaControl({ field, text, problems, onChange }: SchemaControlProps) {
  const { label, help, isRequired, control: kind, choices, fallback } = field;
  const placeholder =
    fallback === undefined || kind === 'lines'
      ? undefined
      : texts.default(JSON.stringify(fallback));
  const unclear = kind === 'number' ? unclearNumber(text) : undefined;
  const shared = {
    label,
    help,
    isRequired,
    problems: unclear === undefined ? problems : [unclear],
  };
  if (kind === 'switch') return <Switch {...shared} isOn={text === 'true'} onChange={onChange} />;
  if (kind === 'marks') {
    return <Marks {...shared} choices={choices.map(String)} text={text} onChange={onChange} />;
  }
  return (
    <Field {...shared}>
      {(control) => {
        if (kind === 'choice') {
          return (
            <select
              {...control}
              value={text}
              onChange={({ target }) => onChange(target.value)}
              className={controlLook}
            >
              {(fallback === undefined || text === '') && <option value="">{texts.choose}</option>}
              {optionsOf(field, text).map((value) => (
                <option key={value} value={value}>
                  {titleOf(field, value)}
                </option>
              ))}
            </select>
          );
        }
        if (kind === 'json') {
          return (
            <textarea
              {...control}
              rows={4}
              spellCheck={false}
              value={text}
              placeholder={placeholder ?? texts.json}
              onChange={({ target }) => onChange(target.value)}
              className={`${controlLook} font-mono text-[12px]`}
            />
          );
        }
        if (kind === 'paragraph' || kind === 'lines') {
          return (
            <textarea
              {...control}
              rows={kind === 'paragraph' ? 8 : 2}
              value={text}
              placeholder={kind === 'lines' ? texts.onePerLine : placeholder}
              onChange={({ target }) => onChange(target.value)}
              className={controlLook}
            />
          );
        }
        return (
          <input
            {...control}
            inputMode={kind === 'number' ? 'decimal' : 'text'}
            value={text}
            placeholder={placeholder}
            onChange={({ target }) => onChange(target.value)}
            className={controlLook}
          />
        );
      }}
    </Field>
  );
}

/** The choices as JSON texts, and what is chosen though it is none of them any more. */
function optionsOf({ choices }: SchemaField, text: string): string[] {
  const all = choices.map((choice) => JSON.stringify(choice));
  return text === '' || all.includes(text) ? all : [...all, text];
}

function titleOf({ choiceTitles }: SchemaField, value: string): string {
  const choice = JSON.parse(value) as unknown;
  return typeof choice === 'string' ? (choiceTitles?.[choice] ?? choice) : value;
}

type SwitchProps = {
  label: string;
  help: string | undefined;
  isRequired: boolean;
  problems: string[];
  isOn: boolean;
  onChange: (text: string) => void;
};

function Switch({ label, help, problems, isOn, onChange }: SwitchProps) {
  const textId = useId();
  return (
    <div>
      <label className="flex items-center gap-2 font-medium max-md:min-h-11">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={textId}
          aria-invalid={problems.length > 0 || undefined}
          onChange={({ target }) => onChange(String(target.checked))}
          className="size-4 accent-(--accent-fill)"
        />
        {label}
      </label>
      <div id={textId} className="text-[12px]">
        {help && <p className="text-muted">{help}</p>}
        {problems.map((problem) => (
          <p key={problem} className="text-bad">
            {problem}
          </p>
        ))}
      </div>
    </div>
  );
}
