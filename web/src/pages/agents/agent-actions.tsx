import { Copy, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AgentView } from '../../../../contracts/api/index.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { deleteAgent } from '../../api/agents.ts';
import { Button } from '../../components/controls/button.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { texts } from './texts.ts';

export type AgentActionsProps = {
  agent: AgentView;
  /** Opens the form. @param changed left out, what is made is a new one. */
  onEdit: (definition: JsonObject, changed?: AgentView) => void;
};

/** Copies an agent; changes or deletes one's own. */
export function AgentActions({ agent, onEdit }: AgentActionsProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const { name, role } = agent;
  const definition = agent as unknown as JsonObject;
  return (
    <>
      <Button
        look="quiet"
        aria-label={texts.actions.copy(role)}
        onClick={() => onEdit({ ...definition, name: `my_${name}` })}
      >
        <Copy aria-hidden className="size-3.5" />
      </Button>
      {agent.source === 'api' && (
        <>
          <Button
            look="quiet"
            aria-label={texts.actions.edit(role)}
            onClick={() => onEdit(definition, agent)}
          >
            <Pencil aria-hidden className="size-3.5" />
          </Button>
          <Button
            look="quiet"
            aria-label={texts.actions.delete(role)}
            onClick={() => setIsDeleting(true)}
          >
            <Trash2 aria-hidden className="size-3.5" />
          </Button>
        </>
      )}
      {isDeleting && (
        <ConfirmDialog
          title={texts.actions.deleteTitle(name)}
          action={texts.actions.confirmDelete}
          onClose={() => setIsDeleting(false)}
          act={async () => {
            await deleteAgent(agent);
            return texts.actions.deleted(name);
          }}
        >
          {texts.actions.deleteNote}
        </ConfirmDialog>
      )}
    </>
  );
}
