import { useState } from 'react';
import { Field } from '../controls/field.tsx';
import { linesOf } from './schema-fields.ts';
import { texts } from './texts.ts';

type MarksProps = {
  label: string;
  help: string | undefined;
  isRequired: boolean;
  problems: string[];
  choices: string[];
  /** What is marked, one a line. */
  text: string;
  onChange: (text: string) => void;
};

/** From so many on, they are looked for by typing. */
const manyChoices = 12;
/** Up to so many are all in sight. */
const manyRows = 8;

/** Some of the texts that there are; what is marked and is not there any more can be taken out. */
export function Marks({ choices, text, onChange, ...field }: MarksProps) {
  const [search, setSearch] = useState('');
  const marked = linesOf(text);
  // In sight without a search; the order stays while one marks.
  const [first] = useState(marked);
  const others = choices.filter((name) => !first.includes(name));
  const all = [...new Set([...first, ...others, ...marked])];
  const wanted = search.trim().toLowerCase();
  const found = all.filter((name) => name.toLowerCase().includes(wanted));
  const toggle = (name: string) =>
    marked.includes(name) ? marked.filter((one) => one !== name) : [...marked, name];
  return (
    <Field {...field} isGroup>
      {(control) => (
        <div
          id={control.id}
          role="group"
          aria-label={field.label}
          aria-describedby={control['aria-describedby']}
          className={`rounded-md border ${control['aria-invalid'] ? 'border-bad' : 'border-line'}`}
        >
          {all.length >= manyChoices && (
            <div className="flex flex-wrap items-center gap-x-3 border-b border-line px-2">
              <input
                type="search"
                aria-label={texts.search(field.label)}
                placeholder={texts.searchHint}
                value={search}
                onChange={({ target }) => setSearch(target.value)}
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
                className="min-h-8 min-w-0 flex-1 bg-transparent outline-offset-0 max-md:min-h-11"
              />
              <span className="text-[12px] text-muted">
                {texts.selected(marked.length, all.length)}
              </span>
            </div>
          )}
          <div
            className={`grid ${all.length > manyRows ? 'max-h-44' : ''} grid-cols-[repeat(auto-fill,minmax(190px,1fr))] gap-x-4 overflow-auto p-2`}
          >
            {found.map((name) => (
              <label
                key={name}
                className="flex min-h-6 min-w-0 items-center gap-1.5 font-mono text-[12px] max-md:min-h-9"
              >
                <input
                  type="checkbox"
                  checked={marked.includes(name)}
                  onChange={() => onChange(toggle(name).join('\n'))}
                  className="size-4 shrink-0 accent-(--accent-fill)"
                />
                <span className="truncate" title={name}>
                  {name}
                </span>
              </label>
            ))}
            {found.length === 0 && <p className="text-muted">{texts.noMatches}</p>}
          </div>
        </div>
      )}
    </Field>
  );
}
