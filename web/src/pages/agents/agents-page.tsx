import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { AgentView } from '../../../../contracts/api/index.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { queries } from '../../api/queries.ts';
import { RightButton } from '../../components/controls/right-button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonCards, SkeletonRows } from '../../components/layout/skeleton.tsx';
import { AgentCard } from './agent-card.tsx';
import { FileProblems } from './file-problems.tsx';
import { texts } from './texts.ts';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { AgentForm } from './form/agent-form.tsx';

/** What the form shows: a new definition, or that of the agent that is changed. */
type Edited = { definition: JsonObject; changed?: AgentView };

/** The agents, with what each may do; any that lacks nothing can be given a task, and one's own can be made. */
export function AgentsPage(): ReactNode {
  const query = useQuery(queries.agents());
  // Kept here: the agent that is changed may go from the list meanwhile.
  const [edited, setEdited] = useState<Edited>();
  return (
    <>
      <PageHeader title={texts.page.title}>
        <RightButton right="write" look="primary" onClick={() => setEdited({ definition: {} })}>
          <Plus aria-hidden className="size-3.5" />
          {texts.page.new}
        </RightButton>
      </PageHeader>
      <FileProblems problems={query.data?.problems ?? []} />
      <div className="px-5 pb-8">
        <Loaded query={query} skeleton={<SkeletonCards />}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title={texts.page.empty}>
                <p className="text-muted">
                  {texts.page.emptyNote} <code>npm start</code> {texts.page.orInProduction}{' '}
                  <code>node workers/main.ts</code>.
                </p>
              </EmptyState>
            ) : (
              <ul className="grid gap-4 xl:grid-cols-2">
                {items.map((agent) => (
                  <li key={agent.name}>
                    <AgentCard
                      agent={agent}
                      onEdit={(definition, changed) =>
                        setEdited({ definition, ...(changed && { changed }) })
                      }
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      {edited && <AgentDialog {...edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

type AgentDialogProps = {
  /** What the form begins with. */
  definition: JsonObject;
  /** The agent that is changed; left out, a new one is made. */
  changed?: AgentView;
  onClose: () => void;
};

/** Makes an agent, or changes one. Neither a click beside it nor Escape throws away what was written. */
function AgentDialog({ definition, changed, onClose }: AgentDialogProps) {
  const tools = useQuery(queries.tools());
  const agents = useQuery(queries.agents());
  const [isDirty, setIsDirty] = useState(false);
  return (
    <Dialog
      title={changed ? texts.form.editTitle(changed.name) : texts.form.newTitle}
      isOpen
      isWide
      isKept
      isDirty={isDirty}
      onClose={onClose}
    >
      <Loaded query={tools} skeleton={<SkeletonRows />}>
        {({ items }) => (
          <Loaded query={agents} skeleton={<SkeletonRows />}>
            {(known) => (
              <AgentForm
                names={{
                  tools: items.map(({ name }) => name),
                  agents: known.items.map(({ name }) => name),
                  planners: known.planners,
                }}
                definition={definition}
                changed={changed}
                onDirty={setIsDirty}
                onClose={onClose}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Dialog>
  );
}
