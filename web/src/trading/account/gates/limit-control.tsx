import { useId } from 'react';
import { SchemaControl } from '../../../components/schema-form/schema-control.tsx';
import type { SchemaControlProps } from '../../../components/schema-form/schema-control.tsx';
import { Select } from '../../../components/controls/select.tsx';
import { noLimit, unwritten } from './gate-texts.ts';
import { texts } from './texts.ts';

/** The text that each choice begins with. */
const choices = { default: '', none: noLimit, limit: unwritten };
type Choice = keyof typeof choices;

function choiceOf(text: string): Choice {
  if (text === '') return 'default';
  return text === noLimit ? 'none' : 'limit';
}

/** Asks for a gate that need not be there: as it was set up, no limit, or a limit of one's own. */
export function LimitControl({ field, text, problems, onChange }: SchemaControlProps) {
  const id = useId();
  const choice = choiceOf(text);
  const { label, help = '', control } = field;
  const isList = control === 'lines';
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <Select
        id={id}
        value={choice}
        onChange={(value) => onChange(choices[value as Choice])}
        options={[
          ['default', help],
          ['none', isList ? texts.limit.allSymbols : texts.limit.none],
          ['limit', isList ? texts.limit.someSymbols : texts.limit.some],
        ]}
      />
      {choice === 'limit' && (
        <SchemaControl
          field={{
            ...field,
            label: isList ? texts.limit.symbols : texts.limit.of(label),
            help: undefined,
            isRequired: true,
          }}
          text={text === unwritten ? '' : text}
          problems={problems}
          onChange={(typed) => onChange(typed === '' ? unwritten : typed)}
        />
      )}
      {choice !== 'limit' &&
        problems.map((problem) => (
          <p key={problem} className="text-[12px] text-bad">
            {problem}
          </p>
        ))}
    </div>
  );
}
