import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../components/controls/button.tsx';
import { TaskDialog } from '../../../components/runs/task/task-dialog.tsx';
import { useRunContext } from '../run-context.ts';
import { taskLike } from './task-like.ts';
import { texts } from '../texts.ts';

/** The way to another task like this one: the dialog filled in like it. */
export function TaskAgain() {
  const { run } = useRunContext();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(queries.agents());
  if (!data) return null;
  // What its own agent lacks is told when it is started.
  const agents = data.items.filter(({ name, ready }) => ready || name === run.agent);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <RotateCw aria-hidden className="size-4" />
        {texts.runAgain.button}
      </Button>
      {isOpen && (
        <TaskDialog agents={agents} before={taskLike(run)} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
