import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../../../components/notices/toast.ts';
import { startRun } from '../../../api/pipelines.ts';
import { queries } from '../../../api/queries.ts';
import { Button, buttonLook } from '../../../components/controls/button.tsx';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { Dialog, DialogActions } from '../../../components/dialogs/dialog.tsx';
import { showWarnings } from '../../../components/runs/show-warnings.tsx';
import { useRunContext } from '../run-context.ts';
import { startedLike } from './started-like.ts';
import { texts } from '../texts.ts';
import { TaskDialog } from '../../../components/runs/task/task-dialog.tsx';
import { taskLike } from './task-like.ts';

/** The way to another run like this one: what started it, filled in like it, or the same again where no pipeline is stored. */
export function RunAgain() {
  const { run } = useRunContext();
  return run.kind === 'task' ? <TaskAgain /> : <PipelineAgain />;
}

function PipelineAgain() {
  const { run } = useRunContext();
  const { data } = useQuery(queries.pipelines());
  if (!data) return null;
  const isStored = data.items.some(({ name }) => name === run.pipeline);
  if (!isStored) return <StartSame />;
  return (
    <Link
      to="/pipelines/$name"
      params={{ name: run.pipeline }}
      search={{ again: run.id }}
      className={buttonLook('plain')}
    >
      <RotateCw aria-hidden className="size-4" />
      {texts.runAgain.button}
    </Link>
  );
}

function StartSame() {
  const { run } = useRunContext();
  const [isOpen, setIsOpen] = useState(false);
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: () => startRun(startedLike(run)),
    onSuccess: ({ id, warnings }) => {
      showWarnings(warnings);
      return navigate({ to: '/runs/$runId', params: { runId: id } });
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => setIsOpen(false),
  });
  return (
    <>
      <RightButton right="operate" onClick={() => setIsOpen(true)}>
        <RotateCw aria-hidden className="size-4" />
        {texts.runAgain.button}
      </RightButton>
      <Dialog title={texts.runAgain.title} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <p className="text-muted">{texts.runAgain.notStored(run.pipeline)}</p>
        <DialogActions>
          <Button onClick={() => setIsOpen(false)}>{texts.runAgain.cancel}</Button>
          <Button look="primary" disabled={start.isPending} onClick={() => start.mutate()}>
            {texts.runAgain.start}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

/** The way to another task like this one: the dialog filled in like it. */
function TaskAgain() {
  const { run } = useRunContext();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(queries.agents());
  if (!data) return null;
  // What its own agent lacks is told when it is started.
  const agents = data.items.filter(({ name, ready }) => ready || name === run.agent);
  return (
    <>
      <RightButton right="operate" onClick={() => setIsOpen(true)}>
        <RotateCw aria-hidden className="size-4" />
        {texts.runAgain.button}
      </RightButton>
      {isOpen && (
        <TaskDialog agents={agents} before={taskLike(run)} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
