import type { ReactNode } from 'react';
import { SearchField } from './search-field.tsx';
import { SelectFilter } from './select-filter.tsx';

/** One way to narrow a list down: by a text, or where it has options, by one of these. */
export type Filter<Name extends string> = {
  name: Name;
  label: string;
  /** Of a choice: the values, and what stands for none of them. */
  choice?: { all: string; options: readonly { value: string; title: string }[] };
};

type FilterBarProps<Name extends string> = {
  filters: Filter<Name>[];
  values: Partial<Record<Name, string>>;
  /**
   * Is given what was chosen, an empty text for nothing.
   * @param isTyped what is typed is one step back in the browser, however many letters it has.
   */
  onChange: (change: Partial<Record<Name, string>>, isTyped: boolean) => void;
  className?: string;
  children?: ReactNode;
};

/** What a list is narrowed down by; its owner keeps it in the address. */
export function FilterBar<Name extends string>(props: FilterBarProps<Name>) {
  const { filters, values, onChange, className = '', children } = props;
  const changeOf = (name: Name, value: string) => ({ [name]: value }) as Record<Name, string>;
  return (
    <search className={`flex flex-wrap gap-2 ${className}`}>
      {filters.map(({ name, label, choice }) =>
        choice ? (
          <SelectFilter
            key={name}
            label={label}
            all={choice.all}
            value={values[name]}
            options={choice.options}
            onChange={(value) => onChange(changeOf(name, value), false)}
          />
        ) : (
          <SearchField
            key={name}
            label={label}
            value={values[name] ?? ''}
            onChange={(value) => onChange(changeOf(name, value), true)}
          />
        ),
      )}
      {children}
    </search>
  );
}
