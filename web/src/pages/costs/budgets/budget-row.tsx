import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { toast } from 'sonner';
import type { BudgetView } from '../../../../../contracts/api/index.ts';
import { removeBudget } from '../../../api/budgets.ts';
import { Button } from '../../../components/controls/button.tsx';
import { exactDollars } from '../../../components/values/figures.ts';
import { budgetTitle, policyTitles } from './budget-words.ts';
import { texts } from '../texts.ts';

/** A budget with what today has cost of it. */
export function BudgetRow({ budget, onEdit }: { budget: BudgetView; onEdit: () => void }) {
  const titleId = useId();
  const { id, usd, onLimit, cheaperModels, today } = budget;
  const remove = useMutation({
    mutationFn: () => removeBudget(id),
    onSuccess: () => toast.success(texts.budgets.removed(budgetTitle(id))),
    onError: (error) => toast.error(error.message),
  });
  const allowed = Number(usd) + Number(today.extraUsd);
  const part = Math.min(1, Number(today.spentUsd) / allowed);
  return (
    <article aria-labelledby={titleId} className="rounded-lg border border-line bg-surface p-4">
      <h3 id={titleId} className="font-medium">
        {budgetTitle(id)}
      </h3>
      <p>
        {exactDollars(today.spentUsd)}{' '}
        <span className="text-muted">{texts.budgets.ofToday(exactDollars(usd))}</span>
        {Number(today.reservedUsd) > 0 && (
          <span className="text-muted">
            {texts.budgets.reserved(exactDollars(today.reservedUsd))}
          </span>
        )}
        {Number(today.extraUsd) > 0 && (
          <span className="text-muted">{texts.budgets.extra(exactDollars(today.extraUsd))}</span>
        )}
      </p>
      <div aria-hidden className="mt-2 h-1 overflow-hidden rounded-full bg-line">
        <div
          className={`h-full ${part >= 1 ? 'bg-bad' : part > 0.8 ? 'bg-wait' : 'bg-accent'}`}
          style={{ width: `${part * 100}%` }}
        />
      </div>
      <p className="mt-2 text-muted">
        {policyTitles[onLimit]}
        {onLimit === 'cheaper' && `: ${cheaperModels.join(', ')}`}
      </p>
      <div className="mt-3 flex gap-2">
        <Button onClick={onEdit} aria-label={texts.budgets.editNamed(budgetTitle(id))}>
          {texts.budgets.edit}
        </Button>
        <Button
          look="danger"
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
          aria-label={texts.budgets.removeNamed(budgetTitle(id))}
        >
          {texts.budgets.remove}
        </Button>
      </div>
    </article>
  );
}
