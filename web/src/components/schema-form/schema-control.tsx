import { Field, controlLook } from '../field.tsx';
import { unclearNumber } from '../read-number.ts';
import type { SchemaField } from './schema-fields.ts';

type SchemaControlProps = {
  field: SchemaField;
  text: string;
  problems: string[];
  onChange: (text: string) => void;
};

/** Asks for one member. */
export function SchemaControl({ field, text, problems, onChange }: SchemaControlProps) {
  const { label, help, isRequired, control: kind, choices, fallback } = field;
  const placeholder =
    fallback === undefined ? undefined : `${JSON.stringify(fallback)} if left empty`;
  const unclear = kind === 'number' ? unclearNumber(text) : undefined;
  const shared = {
    label,
    help,
    isRequired,
    problems: unclear === undefined ? problems : [unclear],
  };
  if (kind === 'switch') return <Switch {...shared} isOn={text === 'true'} onChange={onChange} />;
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
              {(fallback === undefined || text === '') && <option value="">Choose</option>}
              {choices.map((choice) => (
                <option key={JSON.stringify(choice)} value={JSON.stringify(choice)}>
                  {typeof choice === 'string' ? choice : JSON.stringify(choice)}
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
              placeholder={placeholder ?? 'JSON'}
              onChange={({ target }) => onChange(target.value)}
              className={`${controlLook} font-mono text-[12px]`}
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

type SwitchProps = {
  label: string;
  help: string | undefined;
  isRequired: boolean;
  problems: string[];
  isOn: boolean;
  onChange: (text: string) => void;
};

function Switch({ label, help, problems, isOn, onChange }: SwitchProps) {
  return (
    <div>
      <label className="flex items-center gap-2 font-medium">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => onChange(String(target.checked))}
          className="size-4 accent-(--accent-fill)"
        />
        {label}
      </label>
      {help && <p className="text-[12px] text-muted">{help}</p>}
      {problems.map((problem) => (
        <p key={problem} className="text-[12px] text-bad">
          {problem}
        </p>
      ))}
    </div>
  );
}
