import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Json } from '../../../../../contracts/base/json.ts';
import { canonicalJson } from '../../../../../contracts/base/json.ts';
import { Button } from '../../controls/button.tsx';
import { Field, controlLook } from '../../controls/field.tsx';
import { texts } from '../texts.ts';
import { emptyRow, rowTypes, rowsOf, schemaOf, withType } from './rows.ts';
import type { RowType, SchemaRow } from './rows.ts';

type SchemaRowsProps = {
  label: string;
  help?: string | undefined;
  problems: readonly string[];
  schema: Json | undefined;
  /** Undefined where there are no fields. */
  onChange: (schema: Json | undefined) => void;
  /** What the schema is written as where one wants that: YAML, JSON. */
  language: string;
  /** The field in which it is written so. */
  written: (aside: ReactNode) => ReactNode;
};

/** The fields of an object one below the other, each with name, type and what it means; or the schema as it is written. */
export function SchemaRows(props: SchemaRowsProps) {
  const { label, help, problems, schema, onChange, language, written } = props;
  const drawn = rowsOf(schema);
  const [isWritten, setIsWritten] = useState(false);
  const toggle = (
    <button
      type="button"
      aria-pressed={isWritten || drawn === undefined}
      aria-label={texts.rows.as(label, language)}
      title={drawn === undefined ? texts.rows.notDrawn : undefined}
      disabled={drawn === undefined}
      onClick={() => setIsWritten(!isWritten)}
      className="min-h-6 shrink-0 rounded-md px-1.5 text-[12px] text-muted hover:bg-hover hover:text-text aria-pressed:bg-hover aria-pressed:text-accent max-md:-my-3 max-md:min-h-11"
    >
      {language}
    </button>
  );
  if (isWritten || drawn === undefined) return written(toggle);
  return (
    <Field label={label} help={help} problems={problems} aside={toggle} isGroup>
      {(control) => (
        <div role="group" aria-label={label} aria-describedby={control['aria-describedby']}>
          <Rows schema={schema} drawn={drawn} onChange={onChange} />
        </div>
      )}
    </Field>
  );
}

type RowsProps = Pick<SchemaRowsProps, 'schema' | 'onChange'> & { drawn: SchemaRow[] };

function Rows({ schema, drawn, onChange }: RowsProps) {
  // A field without a name is in no schema: until it has one, it is here alone.
  const [rows, setRows] = useState(drawn);
  const isSame = sameSchema(schemaOf(rows, schema), schema);
  const shown = isSame ? rows : drawn;
  const list = useRef<HTMLUListElement>(null);
  const [added, setAdded] = useState(0);
  useEffect(() => {
    if (added > 0) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  }, [added]);

  function change(next: SchemaRow[]) {
    setRows(next);
    const made = schemaOf(next, schema);
    if (!sameSchema(made, schema)) onChange(made);
  }

  return (
    <>
      <ul ref={list} className="grid gap-2">
        {shown.map((row, index) => (
          // By their place: the name is what one types.
          <li key={index}>
            <Row
              row={row}
              isTaken={shown.findIndex(({ name }) => name === row.name) < index && row.name !== ''}
              onChange={(changed) =>
                change(shown.map((each, at) => (at === index ? changed : each)))
              }
              onRemove={() => change(shown.filter((_each, at) => at !== index))}
            />
          </li>
        ))}
      </ul>
      <Button
        className="mt-2"
        onClick={() => {
          setRows([...shown, emptyRow]);
          setAdded(added + 1);
        }}
      >
        <Plus aria-hidden className="size-4" />
        {texts.rows.add}
      </Button>
    </>
  );
}

const sameSchema = (one: Json | undefined, other: Json | undefined) =>
  one === undefined || other === undefined
    ? one === other
    : canonicalJson(one) === canonicalJson(other);

type RowProps = {
  row: SchemaRow;
  /** Whether a field above it has its name. */
  isTaken: boolean;
  onChange: (row: SchemaRow) => void;
  onRemove: () => void;
};

function Row({ row, isTaken, onChange, onRemove }: RowProps) {
  const { name, type, choices, isRequired, description } = row;
  const takenId = useId();
  const [typed, setTyped] = useState('');
  // A comma at the end is no choice yet.
  const choicesText = listed(typed).join() === choices.join() ? typed : choices.join(', ');
  return (
    <fieldset className="grid gap-1.5 rounded-md border border-line p-2">
      <legend className="sr-only">{texts.rows.row(name)}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,9rem)] gap-1.5">
        <input
          aria-label={texts.rows.name}
          aria-invalid={isTaken || undefined}
          aria-describedby={isTaken ? takenId : undefined}
          placeholder={texts.rows.name}
          value={name}
          onChange={({ target }) => onChange({ ...row, name: target.value.trim() })}
          className={`${controlLook} font-mono text-[12px]`}
        />
        <select
          aria-label={texts.rows.type}
          value={type}
          onChange={({ target }) => onChange(withType(row, target.value as RowType))}
          className={controlLook}
        >
          {rowTypes
            .filter((one) => one !== 'other' || type === 'other')
            .map((one) => (
              <option key={one} value={one}>
                {texts.rows.types[one]}
              </option>
            ))}
        </select>
      </div>
      {isTaken && (
        <p id={takenId} className="text-[12px] text-bad">
          {texts.rows.taken}
        </p>
      )}
      {type === 'choice' && (
        <input
          aria-label={texts.rows.choices}
          placeholder={texts.rows.choicesHint}
          value={choicesText}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange({ ...row, choices: listed(target.value) });
          }}
          className={controlLook}
        />
      )}
      <input
        aria-label={texts.rows.description}
        placeholder={texts.rows.description}
        value={description}
        onChange={({ target }) => onChange({ ...row, description: target.value })}
        className={controlLook}
      />
      <div className="flex items-center gap-2">
        <label className="flex min-h-8 items-center gap-2 max-md:min-h-11">
          <input
            type="checkbox"
            checked={isRequired}
            onChange={({ target }) => onChange({ ...row, isRequired: target.checked })}
            className="size-4 accent-(--accent-fill)"
          />
          {texts.rows.required}
        </label>
        <Button
          look="quiet"
          className="ml-auto px-2! max-md:min-w-11"
          aria-label={texts.rows.remove(name)}
          onClick={onRemove}
        >
          <Trash2 aria-hidden className="size-4" />
        </Button>
      </div>
    </fieldset>
  );
}

function listed(text: string): string[] {
  const all = text.split(',').map((one) => one.trim());
  return [...new Set(all.filter((one) => one !== ''))];
}
