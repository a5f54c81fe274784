import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { budgetPolicies } from '../../../../../contracts/models/budget.ts';
import type { BudgetView } from '../../../../../contracts/api/index.ts';
import { setBudget } from '../../../api/budgets.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogForm } from '../../../components/dialogs/dialog-form.tsx';
import { readNumber } from '../../../components/controls/read-number.ts';
import { problemsAt, problemsOf } from '../../../components/schema-form/problems-at.ts';
import { SelectField } from '../../../components/controls/select-field.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { budgetTitle, policyTitles } from './budget-words.ts';
import { texts } from '../texts.ts';

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
  return (
    <Dialog
      title={budget ? texts.budgets.editTitle(budgetTitle(budget.id)) : texts.budgets.new}
      isOpen
      onClose={onClose}
    >
      <DialogForm
        save={save}
        action={texts.budgets.save}
        onClose={onClose}
        paths={['id', 'usd', 'onLimit', 'cheaperModels']}
      >
        {!budget && (
          <TextField
            label={texts.budgets.user}
            help={texts.budgets.userHelp}
            problems={problemsAt(problems, 'id')}
            value={user}
            onChange={setUser}
          />
        )}
        <TextField
          label={texts.budgets.usd}
          help={texts.budgets.dayHelp}
          isRequired
          inputMode="decimal"
          problems={problemsAt(problems, 'usd')}
          value={usd}
          onChange={setUsd}
        />
        <SelectField
          label={texts.budgets.onLimit}
          problems={problemsAt(problems, 'onLimit')}
          value={onLimit}
          onChange={setOnLimit}
          options={budgetPolicies.map((policy) => [policy, policyTitles[policy]] as const)}
        />
        {onLimit === 'cheaper' && (
          <TextField
            label={texts.budgets.cheaperModels}
            help={texts.budgets.cheaperHelp}
            isRequired
            problems={problemsAt(problems, 'cheaperModels')}
            value={models}
            onChange={setModels}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}

function namesIn(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
