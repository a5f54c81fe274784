import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { budgetPolicies } from '../../../../../contracts/budget.ts';
import type { BudgetView } from '../../../../../contracts/api/index.ts';
import { setBudget } from '../../../api/budgets.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog, DialogActions } from '../../../components/dialog.tsx';
import { Field, controlLook } from '../../../components/field.tsx';
import { readNumber, unclearNumber } from '../../../components/read-number.ts';
import { problemsAt, problemsOf } from '../../../components/schema-form/problems-at.ts';
import { budgetTitle, policyTitles } from './budget-words.ts';

type BudgetDialogProps = { budget: BudgetView | undefined; onClose: () => void };

/** Sets a budget, or changes one. */
export function BudgetDialog({ budget, onClose }: BudgetDialogProps) {
  const [user, setUser] = useState('');
  const [usd, setUsd] = useState(budget?.usd ?? '');
  const [onLimit, setOnLimit] = useState<BudgetView['onLimit']>(budget?.onLimit ?? 'stop');
  const [models, setModels] = useState(budget?.cheaperModels.join(', ') ?? '');
  const save = useMutation({
    mutationFn: () =>
      setBudget(budget?.id ?? (user.trim() === '' ? 'day' : `user:${user.trim()}`), {
        usd: readNumber(usd) ?? Number.NaN,
        onLimit,
        cheaperModels: namesIn(models),
      }),
    onSuccess: onClose,
  });
  const problems = problemsOf(save.error);
  const unclear = unclearNumber(usd);
  return (
    <Dialog
      title={budget ? `Budget: ${budgetTitle(budget.id)}` : 'Set a budget'}
      isOpen
      onClose={onClose}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {!budget && (
          <Field
            label="User"
            help="Whose spending it limits; left empty, everything together"
            problems={problemsAt(problems, 'id')}
          >
            {(control) => (
              <input
                {...control}
                value={user}
                onChange={({ target }) => setUser(target.value)}
                className={controlLook}
              />
            )}
          </Field>
        )}
        <Field
          label="US dollars a day"
          help="A day begins at 0:00 UTC"
          isRequired
          problems={unclear === undefined ? problemsAt(problems, 'usd') : [unclear]}
        >
          {(control) => (
            <input
              {...control}
              inputMode="decimal"
              value={usd}
              onChange={({ target }) => setUsd(target.value)}
              className={controlLook}
            />
          )}
        </Field>
        <Field label="At the limit" problems={problemsAt(problems, 'onLimit')}>
          {(control) => (
            <select
              {...control}
              value={onLimit}
              onChange={({ target }) => setOnLimit(target.value as BudgetView['onLimit'])}
              className={controlLook}
            >
              {budgetPolicies.map((policy) => (
                <option key={policy} value={policy}>
                  {policyTitles[policy]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {onLimit === 'cheaper' && (
          <Field
            label="Cheaper models"
            help="In the order in which they are asked, such as openai:gpt-5-mini, ollama:qwen3"
            isRequired
            problems={problemsAt(problems, 'cheaperModels')}
          >
            {(control) => (
              <input
                {...control}
                value={models}
                onChange={({ target }) => setModels(target.value)}
                className={controlLook}
              />
            )}
          </Field>
        )}
        {save.error && problems.length === 0 && (
          <p role="alert" className="text-bad">
            {save.error.message}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>Leave it</Button>
          <Button look="primary" type="submit" disabled={save.isPending}>
            Set it
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function namesIn(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
