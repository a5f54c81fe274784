import { useEffect, useEffectEvent, useRef, useState } from 'react';

type SearchFieldProps = { label: string; value: string; onChange: (text: string) => void };

/** Typing on within this time is one search. */
const togetherMs = 200;

/** Narrows a list down by what is typed, as soon as one pauses. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
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
      className="min-h-8 w-48 rounded-md border border-line bg-raised px-2 max-md:min-h-11"
    />
  );
}
