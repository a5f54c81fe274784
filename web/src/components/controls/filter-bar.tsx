import type { ReactNode } from 'react';
import { SelectFilter } from './select-filter.tsx';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

type SearchFieldProps = { label: string; value: string; onChange: (text: string) => void };

/** Typing on within this time is one search. */
const togetherMs = 200;

/** Narrows a list down by what is typed, as soon as one pauses. */
function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState<string>();
  const searched = useRef<string>(undefined);
  const search = useEffectEvent((text: string) => {
    searched.current = text;
    onChange(text);
  });
  useEffect(() => {
    if (typed === undefined) return undefined;
    const timer = setTimeout(() => search(typed.trim()), togetherMs);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    // What was set elsewhere, as by a link that shows all, counts more than what is typed and not searched for yet.
    setTyped((text) => (searched.current === value && text?.trim() !== value ? text : undefined));
  }, [value]);
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed ?? value}
      maxLength={200}
      onChange={({ target }) => setTyped(target.value)}
      className="min-h-8 w-48 rounded-md max-md:w-full max-md:min-w-0 border border-line bg-raised px-2 max-md:min-h-11"
    />
  );
}

type DayFieldProps = { label: string; value: string; onChange: (day: string) => void };

/** Narrows a list down by a day. */
function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <label className="flex min-h-8 items-center gap-2 rounded-md border border-line bg-raised px-2 text-muted max-md:col-span-2 max-md:min-h-11">
      {label}
      <input
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="bg-transparent text-text"
      />
    </label>
  );
}

/** One way to narrow a list down: by a text, by a day, or where it has options, by one of these. */
export type Filter<Name extends string> = {
  name: Name;
  label: string;
  isDay?: true;
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
    <search
      className={`flex flex-wrap gap-2 max-md:grid max-md:w-full max-md:grid-cols-2 ${className}`}
    >
      {filters.map(({ name, label, choice, isDay }) =>
        choice ? (
          <SelectFilter
            key={name}
            label={label}
            all={choice.all}
            value={values[name]}
            options={choice.options}
            onChange={(value) => onChange(changeOf(name, value), false)}
          />
        ) : isDay ? (
          <DayField
            key={name}
            label={label}
            value={values[name] ?? ''}
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
