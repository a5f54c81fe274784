import type { ComponentProps } from 'react';
import { controlLook } from './field.tsx';

type SelectProps = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
  /** What can be chosen: value and title. */
  options: (readonly [string, string])[];
};

/** A choice of one among few. */
export function Select({ value, onChange, options, ...control }: SelectProps) {
  return (
    <select
      {...control}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={controlLook}
    >
      {options.map(([name, title]) => (
        <option key={name} value={name}>
          {title}
        </option>
      ))}
    </select>
  );
}

/** What is chosen though it is not among what can be: it stays to be seen. */
export function kept(chosen: string, known: readonly string[]): [string, string][] {
  return chosen === '' || known.includes(chosen) ? [] : [[chosen, chosen]];
}
