import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useSearch, useNavigate } from '@tanstack/react-router';
import { useState, useId } from 'react';
import { queries } from '../../api/queries.ts';
import { forgetMemories } from '../../api/memory.ts';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { BackLink } from '../../components/layout/back-link.tsx';
import { Button } from '../../components/controls/button.tsx';
import { RightButton } from '../../components/controls/right-button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonCards } from '../../components/layout/skeleton.tsx';
import { forgottenText } from './forgetting.ts';
import type { Forgetting } from './forgetting.ts';
import { MemoryCard } from './memory-card.tsx';
import { texts } from './texts.ts';
import { ProblemText } from '../../components/values/problem-text.tsx';
import type { AgentMemoryView } from '../../../../contracts/api/index.ts';
import { wholeNumber } from '../../components/values/figures.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import { controlLook } from '../../components/controls/field.tsx';
import { SelectFilter } from '../../components/controls/select-filter.tsx';
import { memorySearchOf } from './memory-search.ts';
import type { MemorySearch } from './memory-search.ts';

/** What an agent remembers: looked for by a text, or the newest; any of it can be forgotten. */
export function MemoryPage() {
  const { name } = useParams({ from: '/agents/$name/memory' });
  const filter = useSearch({ from: '/agents/$name/memory' });
  const found = useInfiniteQuery({
    ...queries.memory(name, filter),
    // A store that is away is told of at once, and asked again until it is back.
    retry: false,
    refetchInterval: ({ state }) => (state.error ? 5_000 : false),
  });
  const agents = useQuery(queries.agents());
  const settings = agents.data?.items.find((agent) => agent.name === name)?.memory;
  const [forgetting, setForgetting] = useState<Forgetting>();
  const first = found.data?.pages[0];
  return (
    <>
      <PageHeader
        title={texts.page.title(name)}
        back={<BackLink to="/agents" title={texts.page.allAgents} />}
      >
        {first && first.entries > 0 && (
          <RightButton
            right="write"
            look="danger"
            onClick={() => setForgetting({ what: 'everything', scope: {} })}
          >
            {texts.page.forgetAll}
          </RightButton>
        )}
      </PageHeader>
      {first && <MemoryStatus memory={first} />}
      {first && (
        <SearchForm
          key={filter.query}
          name={name}
          filter={filter}
          users={found.data?.pages.flatMap(({ items }) => items.map(({ user }) => user)) ?? []}
        />
      )}
      <div className="px-5 pb-8">
        {found.error && (
          <Outage
            error={found.error}
            isRequired={settings?.required}
            onRetry={() => void found.refetch()}
            isTrying={found.isFetching}
          />
        )}
        <Loaded query={{ ...found, error: null }} skeleton={found.error ? null : <SkeletonCards />}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items);
            if (items.length === 0) {
              return (
                <EmptyState title={filter.query ? texts.page.noMatches : texts.page.empty}>
                  <p className="text-muted">{texts.page.emptyNote}</p>
                </EmptyState>
              );
            }
            return (
              <ul aria-label={texts.page.label} className="grid gap-3">
                {items.map((memory) => (
                  <li key={memory.id}>
                    <MemoryCard memory={memory} floor={settings?.floor} onForget={setForgetting} />
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
        <MoreButton query={found} title={texts.page.more} />
      </div>
      {forgetting && (
        <ConfirmDialog
          title={texts.forget.title(forgetting.what)}
          action={texts.forget.confirm}
          onClose={() => setForgetting(undefined)}
          act={async () => forgottenText(await forgetMemories(name, forgetting.scope))}
        >
          {texts.forget.note(name)}
        </ConfirmDialog>
      )}
    </>
  );
}

type OutageProps = {
  error: Error;
  /** Whether the agent fails without its memory; undefined where that is not known. */
  isRequired: boolean | undefined;
  onRetry: () => void;
  isTrying: boolean;
};

/** In place of memories that cannot be read: why, and what that means for the agent. */
function Outage({ error, isRequired, onRetry, isTrying }: OutageProps) {
  return (
    <>
      <ProblemText error={error} onRetry={onRetry} isTrying={isTrying} />
      {isRequired !== undefined && (
        <p className="text-muted">{isRequired ? texts.outage.required : texts.outage.optional}</p>
      )}
    </>
  );
}

/** Where the memory is kept, how much there is, and what it is compared by. */
function MemoryStatus({ memory }: { memory: AgentMemoryView }) {
  const { store, embedding, entries, comparable, maximum } = memory;
  const others = entries - comparable;
  return (
    <section aria-label={texts.status.label} className="px-5 pb-4">
      <LabelledValues
        values={[
          {
            label: texts.status.memories,
            value: texts.status.count(wholeNumber(entries), wholeNumber(maximum)),
          },
          { label: texts.status.store, value: store },
          { label: texts.status.embedding, value: embedding.name },
        ]}
      />
      {embedding.notice && <p className="mt-2 text-muted">{embedding.notice}</p>}
      {others > 0 && (
        <p className="mt-2 text-muted">{texts.status.incomparable(wholeNumber(others))}</p>
      )}
    </section>
  );
}

type SearchFormProps = {
  name: string;
  filter: MemorySearch;
  /** On whose behalf what is shown was found. */
  users: string[];
};

/** Looks for memories when it is sent, since a model may have to be asked for it. */
function SearchForm({ name, filter, users }: SearchFormProps) {
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
