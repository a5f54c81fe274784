import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AgentView, RunView } from '../../../../contracts/api/index.ts';
import { priorities } from '../../../../contracts/messages.ts';
import type { Priority } from '../../../../contracts/messages.ts';
import { request } from '../../api/request.ts';
import { BudgetField } from '../../components/budget-field.tsx';
import { budgetOf } from '../../components/budget.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { Field, controlLook } from '../../components/field.tsx';
import { problemsAt, problemsOf } from '../../components/schema-form/problems-at.ts';
import { taskRequest } from './task-document.ts';

const priorityTitles: Record<Priority, string> = { high: 'High', normal: 'Normal', low: 'Low' };

/** Gives an agent a task, and goes to where it can be watched. */
export function TaskDialog({ agent, onClose }: { agent: AgentView; onClose: () => void }) {
  const navigate = useNavigate();
  const [description, setDescription] = useState('');
  const [priority, setPriority] = useState<Priority>('normal');
  const [budget, setBudget] = useState('');
  const start = useMutation({
    mutationFn: () =>
      request<RunView>('/api/v1/runs', {
        method: 'POST',
        body: taskRequest(agent, {
          description,
          priority,
          ...budgetOf(budget),
        }),
      }),
    onSuccess: ({ id }) => navigate({ to: '/runs/$runId', params: { runId: id } }),
  });
  const problems = problemsOf(start.error);
  return (
    <Dialog title={`A task for ${agent.role}`} isOpen onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate();
        }}
      >
        <Field label="Task" isRequired problems={problemsAt(problems, 'input.task')}>
          {(control) => (
            <textarea
              {...control}
              rows={4}
              value={description}
              placeholder="Analyse SPX: trend, momentum, news and risks."
              onChange={({ target }) => setDescription(target.value)}
              className={controlLook}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Priority" help="Which model calls go first">
            {(control) => (
              <select
                {...control}
                value={priority}
                onChange={({ target }) => setPriority(target.value as Priority)}
                className={controlLook}
              >
                {priorities.map((one) => (
                  <option key={one} value={one}>
                    {priorityTitles[one]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <BudgetField
            text={budget}
            problems={problemsAt(problems, 'budgetUsd')}
            onChange={setBudget}
          />
        </div>
        {start.error && (
          <p role="alert" className="text-bad">
            {start.error.message}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>Leave it</Button>
          <Button
            look="primary"
            type="submit"
            disabled={start.isPending || description.trim() === ''}
          >
            Start and watch
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
