import { Field, controlLook } from './field.tsx';
import { unclearNumber } from './read-number.ts';
import { texts } from './texts.ts';

type BudgetFieldProps = { text: string; problems: string[]; onChange: (text: string) => void };

/** Asks what a run may spend on models. */
export function BudgetField({ text, problems, onChange }: BudgetFieldProps) {
  const unclear = unclearNumber(text);
  return (
    <Field
      label={texts.budget.label}
      help={texts.budget.help}
      problems={unclear === undefined ? problems : [unclear]}
    >
      {(control) => (
        <input
          {...control}
          inputMode="decimal"
          value={text}
          onChange={({ target }) => onChange(target.value)}
          className={controlLook}
        />
      )}
    </Field>
  );
}
