import { Field, controlLook } from './field.tsx';
import { unclearNumber } from './read-number.ts';

type BudgetFieldProps = { text: string; problems: string[]; onChange: (text: string) => void };

/** Asks what a run may spend on models. */
export function BudgetField({ text, problems, onChange }: BudgetFieldProps) {
  const unclear = unclearNumber(text);
  return (
    <Field
      label="Budget (USD)"
      help="The most that its models may cost; left empty, there is no limit"
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
