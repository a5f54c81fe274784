import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../../components/notices/toast.ts';
import type { AgentView, FieldProblem } from '../../../../../contracts/api/index.ts';
import type { JsonObject } from '../../../../../contracts/base/json.ts';
import { changeAgent, makeAgent } from '../../../api/agents.ts';
import { queries } from '../../../api/queries.ts';
import { ApiProblem } from '../../../api/request.ts';
import { texts } from '../texts.ts';

/** What is stored in place of the agent that was read; undefined where it is gone. */
type StoredMeanwhile = { stored: AgentView | undefined };

type Sent = { definition: JsonObject; over: AgentView | undefined };

/**
 * Stores an agent, and finds out what is there where somebody else was first.
 * @param changed the agent as it was read; left out, a new one is made.
 */
export function useSaveAgent(given: { changed: AgentView | undefined; onSaved: () => void }) {
  const { changed, onSaved } = given;
  const client = useQueryClient();
  const [base, setBase] = useState(changed);
  const [conflict, setConflict] = useState<StoredMeanwhile>();
  const [isTried, setIsTried] = useState(false);
  const save = useMutation({
    mutationFn: ({ definition, over }: Sent) =>
      over ? changeAgent(over, definition) : makeAgent(definition),
    onMutate: () => setIsTried(true),
    onSuccess: ({ name }) => {
      toast.success(changed ? texts.form.saved(name) : texts.form.created(name));
      onSaved();
    },
    onError: async (error) => {
      if (!(error instanceof ApiProblem) || error.status !== 412) return;
      const { items } = await client.fetchQuery({ ...queries.agents(), staleTime: 0 });
      setConflict({ stored: items.find(({ name }) => name === base?.name) });
    },
  });
  const isConflict = save.error instanceof ApiProblem && save.error.status === 412;
  return {
    store: (definition: JsonObject) => save.mutate({ definition, over: base }),
    isPending: save.isPending,
    /** Whether it was sent before: from then on every mistake is shown. */
    isTried,
    conflict,
    /** Goes on from what is stored. */
    takeStored() {
      setBase(conflict?.stored);
      setConflict(undefined);
      save.reset();
    },
    replaceStored(definition: JsonObject) {
      setBase(conflict?.stored);
      setConflict(undefined);
      save.mutate({ definition, over: conflict?.stored });
    },
    error: isConflict ? null : save.error,
    /** A name that another agent has, for as long as it is the one that was sent. */
    problemsOf({ name }: JsonObject): FieldProblem[] {
      const { error, variables } = save;
      if (!(error instanceof ApiProblem) || error.status !== 409) return [];
      return variables?.definition['name'] === name
        ? [{ path: 'name', message: error.message }]
        : [];
    },
  };
}
