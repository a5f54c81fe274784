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
      title={budget ? `Budget: ${budgetTitle(budget.id)}` : 'Set a budget'}
      isOpen
      onClose={onClose}
    >
      <DialogForm
        save={save}
        action="Set it"
        onClose={onClose}
        paths={['id', 'usd', 'onLimit', 'cheaperModels']}
      >
        {!budget && (
          <TextField
            label="User"
            help="Whose spending it limits; left empty, everything together"
            problems={problemsAt(problems, 'id')}
            value={user}
            onChange={setUser}
          />
        )}
        <TextField
          label="US dollars a day"
          help="A day begins at 0:00 UTC"
          isRequired
          inputMode="decimal"
          problems={problemsAt(problems, 'usd')}
          value={usd}
          onChange={setUsd}
        />
        <SelectField
          label="At the limit"
          problems={problemsAt(problems, 'onLimit')}
          value={onLimit}
          onChange={setOnLimit}
          options={budgetPolicies.map((policy) => [policy, policyTitles[policy]] as const)}
        />
        {onLimit === 'cheaper' && (
          <TextField
            label="Cheaper models"
            help="In the order in which they are asked, such as openai:gpt-5-mini, ollama:qwen3"
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
