import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { controlLook } from '../../components/controls/field.tsx';
import { SelectFilter } from '../../components/controls/select-filter.tsx';
import { memorySearchOf } from './memory-search.ts';
import type { MemorySearch } from './memory-search.ts';
import { texts } from './texts.ts';

type SearchFormProps = {
  name: string;
  filter: MemorySearch;
  /** On whose behalf what is shown was found. */
  users: string[];
};

/** Looks for memories when it is sent, since a model may have to be asked for it. */
export function SearchForm({ name, filter, users }: SearchFormProps) {
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState(filter.query ?? '');
  const look = (search: MemorySearch) =>
    void navigate({
      to: '/agents/$name/memory',
      params: { name },
      search: memorySearchOf(search),
    });
  return (
    <form
      role="search"
      className="flex flex-wrap items-end gap-2 px-5 pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        look({ ...filter, query: text });
      }}
    >
      <div className="min-w-48 flex-1">
        <label htmlFor={id} className="block font-medium">
          {texts.search.label}
        </label>
        <input
          id={id}
          type="search"
          value={text}
          placeholder={texts.search.placeholder}
          onChange={({ target }) => setText(target.value)}
          className={controlLook}
        />
      </div>
      {filter.query && (
        <SelectFilter
          label={texts.search.user}
          all={texts.search.allUsers}
          value={filter.user}
          options={[...new Set(users)].map((user) => ({ value: user, title: user }))}
          onChange={(user) => look({ ...filter, user })}
        />
      )}
      <Button type="submit" className="max-md:min-h-11">
        {texts.search.label}
      </Button>
    </form>
  );
}
