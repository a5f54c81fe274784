import { useQuery } from '@tanstack/react-query';
import type { AgentView } from '../../../../../contracts/api/index.ts';
import type { JsonObject } from '../../../../../contracts/base/json.ts';
import { queries } from '../../../api/queries.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Loaded } from '../../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../../components/layout/skeleton.tsx';
import { AgentForm } from './agent-form.tsx';
import { texts } from '../texts.ts';

type AgentDialogProps = {
  /** What the form begins with. */
  definition: JsonObject;
  /** The agent that is changed; left out, a new one is made. */
  changed?: AgentView;
  onClose: () => void;
};

/** Makes an agent, or changes one. A click beside it does not throw away what was written. */
export function AgentDialog({ definition, changed, onClose }: AgentDialogProps) {
  const tools = useQuery(queries.tools());
  const agents = useQuery(queries.agents());
  return (
    <Dialog
      title={changed ? texts.form.editTitle(changed.name) : texts.form.newTitle}
      isOpen
      isWide
      isKept
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
                onClose={onClose}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Dialog>
  );
}
