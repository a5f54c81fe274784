import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SkeletonCards } from '../../components/skeleton.tsx';
import { AgentCard } from './agent-card.tsx';
import { missingParts } from './missing-parts.ts';

/** The agents, with what each may do; any can be given a task. */
export function AgentsPage(): ReactNode {
  const query = useQuery(queries.agents());
  const tools = useQuery({ ...queries.tools(), staleTime: 60_000 });
  return (
    <>
      <PageHeader title="Agents" />
      <div className="px-5 pb-8">
        <Loaded query={query} skeleton={<SkeletonCards />}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title="No worker has told of its agents">
                <p className="text-muted">
                  <code>npm start</code> runs a worker, in production{' '}
                  <code>node workers/main.ts</code>.
                </p>
              </EmptyState>
            ) : (
              <ul className="grid gap-4 xl:grid-cols-2">
                {items.map((agent) => (
                  <li key={agent.name}>
                    <AgentCard
                      agent={agent}
                      missing={
                        tools.data
                          ? missingParts(agent, {
                              tools: tools.data.items,
                              agents: items.map(({ name }) => name),
                            })
                          : []
                      }
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </>
  );
}
