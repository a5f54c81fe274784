import { useState } from 'react';
import { outputForms } from '../../../../../contracts/agents/outputs.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import { SchemaRows } from '../../../components/schema-form/rows/schema-rows.tsx';
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
const example = writeSchema({
  type: 'object',
  required: ['verdict'],
  properties: { verdict: { type: 'string' } },
});
const noFields = { type: 'object', properties: {} };

function writeSchema(schema: Json): string {
  return JSON.stringify(schema, undefined, 2);
}

/** What is written; a text that is no JSON yet is itself. */
function schemaIn(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Asks for the form of a result: a report, a known form by its name, or fields of one's own. */
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
        <SchemaRows
          label={texts.form.schemaFields}
          help={texts.form.schemaHelp}
          problems={problems}
          schema={schemaIn(text)}
          onChange={(schema) => onChange(writeSchema(schema ?? noFields))}
          language="JSON"
          written={(aside) => (
            <Field label={texts.form.schema} problems={problems} aside={aside}>
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
        />
      )}
    </div>
  );
}
