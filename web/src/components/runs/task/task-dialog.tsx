import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { AgentView, RunView } from '../../../../../contracts/api/index.ts';
import type { BudgetSettings } from '../../../../../contracts/models/budget.ts';
import { priorities } from '../../../../../contracts/models/messages.ts';
import type { Priority } from '../../../../../contracts/models/messages.ts';
import { giveTask } from '../../../api/tasks.ts';
import { useDomain } from '../../../domain.ts';
import { BudgetField } from '../../controls/budget-field.tsx';
import { budgetOf } from '../../controls/budget.ts';
import { Button } from '../../controls/button.tsx';
import { Dialog, DialogActions } from '../../dialogs/dialog.tsx';
import { Field, controlLook } from '../../controls/field.tsx';
import { problemsAt, problemsOf } from '../../schema-form/problems-at.ts';
import { SelectField } from '../../controls/select-field.tsx';
import { priorityTitles } from './priority-titles.ts';
import { texts } from '../texts.ts';

/** Where the server finds the budget wrong. */
const budgetPaths = ['budgetUsd', 'budget'];

/** A task that was given before. */
export type TaskBefore = Pick<RunView, 'user' | 'priority'> & {
  agent: string;
  task: string;
  budget: BudgetSettings | null;
  /** Empty where it had that of its agent. */
  timeLimit: string;
};

type TaskDialogProps = {
  /** Those that can be given a task: with one there is nothing to choose. */
  agents: AgentView[];
  /** What it is filled in like; for the same user. */
  before?: TaskBefore;
  onClose: () => void;
};

/** Gives an agent a task, and goes to where it can be watched. */
export function TaskDialog({ agents, before, onClose }: TaskDialogProps) {
  const navigate = useNavigate();
  const [agent, setAgent] = useState(() => firstOf(agents, before));
  const [task, setTask] = useState(before?.task ?? '');
  const [priority, setPriority] = useState<Priority>(before?.priority ?? 'normal');
  const [budget, setBudget] = useState(String(before?.budget?.usd ?? ''));
  const [timeLimit, setTimeLimit] = useState(before?.timeLimit ?? '');
  const example = useDomain(({ examples }) => examples?.task);
  const chosen = agents.find(({ name }) => name === agent);
  const given = {
    agent,
    task,
    priority,
    ...budgetOf(budget, before?.budget),
    ...(before && { user: before.user }),
    ...(timeLimit.trim() !== '' && { timeLimit: timeLimit.trim() }),
  };
  // Sent again as it is, it is the same task; what was changed since is another.
  const key = useMemo(
    () => `${Date.now()}-${Math.random()}`,
    [agent, task, priority, budget, timeLimit],
  );
  const start = useMutation({
    mutationFn: () => giveTask(given, key),
    onSuccess: ({ id }) => navigate({ to: '/runs/$runId', params: { runId: id } }),
  });
  const problems = problemsOf(start.error);
  const title = agents.length === 1 && chosen ? texts.task.titleFor(chosen.role) : texts.task.title;
  return (
    <Dialog title={title} isOpen isDirty={task.trim() !== ''} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate();
        }}
      >
        {before && <p className="text-muted">{texts.task.like(before.user)}</p>}
        {(agents.length > 1 || !chosen) && (
          <SelectField
            label={texts.task.agent}
            isRequired
            problems={problemsAt(problems, 'agent')}
            value={agent}
            onChange={setAgent}
            options={[
              ...(chosen ? [] : [['', texts.task.agentGone(before?.agent ?? '')] as const]),
              ...agents.map(({ name, role }) => [name, `${role} (${name})`] as const),
            ]}
          />
        )}
        <Field label={texts.task.task} isRequired problems={problemsAt(problems, 'task')}>
          {(control) => (
            <textarea
              {...control}
              rows={4}
              value={task}
              placeholder={example}
              onChange={({ target }) => setTask(target.value)}
              className={controlLook}
            />
          )}
        </Field>
        <div className="grid items-end gap-4 sm:grid-cols-3">
          <SelectField
            label={texts.task.priority}
            help={texts.task.priorityHelp}
            value={priority}
            onChange={setPriority}
            options={priorities.map((one) => [one, priorityTitles[one]] as const)}
          />
          <BudgetField
            text={budget}
            problems={budgetPaths.flatMap((path) => problemsAt(problems, path))}
            onChange={setBudget}
          />
          <Field
            label={texts.task.timeLimit}
            help={chosen ? texts.task.timeLimitHelp(chosen.limits.time) : undefined}
            problems={problemsAt(problems, 'timeLimit')}
          >
            {(control) => (
              <input
                {...control}
                value={timeLimit}
                placeholder={chosen?.limits.time}
                onChange={({ target }) => setTimeLimit(target.value)}
                className={controlLook}
              />
            )}
          </Field>
        </div>
        {start.error && (
          <p role="alert" className="text-bad">
            {start.error.message}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>{texts.task.cancel}</Button>
          <Button
            look="primary"
            type="submit"
            disabled={start.isPending || !chosen || task.trim() === ''}
          >
            {texts.task.start}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The agent that had the task before, none where that is gone; else the first. */
function firstOf(agents: AgentView[], before: TaskBefore | undefined): string {
  if (!before) return agents[0]?.name ?? '';
  return agents.some(({ name }) => name === before.agent) ? before.agent : '';
}
