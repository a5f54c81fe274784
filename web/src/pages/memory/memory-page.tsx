import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import { forgetMemories } from '../../api/memory.ts';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { BackLink } from '../../components/layout/back-link.tsx';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonCards } from '../../components/layout/skeleton.tsx';
import { forgottenText } from './forgetting.ts';
import type { Forgetting } from './forgetting.ts';
import { MemoryCard } from './memory-card.tsx';
import { Outage } from './outage.tsx';
import { SearchForm } from './search-form.tsx';
import { Standing } from './standing.tsx';
import { texts } from './texts.ts';

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
          <Button look="danger" onClick={() => setForgetting({ what: 'everything', scope: {} })}>
            {texts.page.forgetAll}
          </Button>
        )}
      </PageHeader>
      {first && <Standing memory={first} />}
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
