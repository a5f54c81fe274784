import { useState } from 'react';
import { outputForms } from '../../../../../contracts/agents/outputs.ts';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import type { SchemaControlProps } from '../../../components/schema-form/schema-control.tsx';
import { SelectField } from '../../../components/controls/select-field.tsx';
import { words } from '../../../components/values/words.ts';
import { texts } from '../texts.ts';

const names = Object.keys(outputForms);
const own = 'own';
const options = [
  ['', texts.form.report],
  ...names.map((name) => [name, words(name)] as const),
  [own, texts.form.ownFormat],
] as const;

/** A schema to begin with. */
const example = JSON.stringify(
  { type: 'object', required: ['verdict'], properties: { verdict: { type: 'string' } } },
  undefined,
  2,
);

/** Asks for the form of a result: a report, a known form by its name, or a JSON Schema. */
export function OutputControl({ field, text, problems, onChange }: SchemaControlProps) {
  const [isOwn, setIsOwn] = useState(text !== '' && !names.includes(text));
  const { label, help } = field;
  return (
    <div className="grid gap-2">
      <SelectField
        label={label}
        help={help}
        problems={isOwn ? [] : problems}
        value={isOwn ? own : text}
        options={[...options]}
        onChange={(choice) => {
          setIsOwn(choice === own);
          onChange(choice === own ? example : choice);
        }}
      />
      {isOwn && (
        <Field label={texts.form.schema} problems={problems}>
          {(control) => (
            <textarea
              {...control}
              rows={8}
              spellCheck={false}
              value={text}
              onChange={({ target }) => onChange(target.value)}
              className={`${controlLook} font-mono text-[12px]`}
            />
          )}
        </Field>
      )}
    </div>
  );
}
