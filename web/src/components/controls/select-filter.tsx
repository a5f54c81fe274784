type SelectFilterProps = {
  label: string;
  /** What stands for no choice. Left out, there is always one. */
  all?: string;
  value: string | undefined;
  options: readonly { value: string; title: string }[];
  /** Is given an empty text for no choice. */
  onChange: (value: string) => void;
};

/** Narrows a list down by one of a few values. */
export function SelectFilter({ label, all, value, options, onChange }: SelectFilterProps) {
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value)}
      className="min-h-8 max-w-48 rounded-md max-md:w-full max-md:max-w-none max-md:min-w-0 border border-line bg-raised px-2 text-text max-md:min-h-11"
    >
      {all !== undefined && <option value="">{all}</option>}
      {!isKnown && <option>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.title}
        </option>
      ))}
    </select>
  );
}
