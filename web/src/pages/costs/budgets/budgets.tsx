import { useQuery, useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState, useId } from 'react';
import type { BudgetView } from '../../../../../contracts/api/index.ts';
import { queries } from '../../../api/queries.ts';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { Loaded } from '../../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../../components/layout/skeleton.tsx';
import { BudgetDialog } from './budget-dialog.tsx';
import { texts } from '../texts.ts';
import { toast } from '../../../components/notices/toast.ts';
import { removeBudget } from '../../../api/budgets.ts';
import { exactDollars } from '../../../components/values/figures.ts';
import { budgetTitle, policyTitles } from './budget-words.ts';

/** What a user, and everything together, may spend on models in a day. */
export function Budgets() {
  const query = useQuery({ ...queries.budgets(), refetchInterval: 5_000 });
  const [edited, setEdited] = useState<BudgetView | 'new'>();
  return (
    <section aria-labelledby="budgets" className="px-5 pt-2 pb-8">
      <header className="flex items-center gap-3 py-3">
        <h2 id="budgets" className="mr-auto font-semibold">
          {texts.budgets.title}
        </h2>
        <RightButton right="administer" onClick={() => setEdited('new')}>
          <Plus aria-hidden className="size-4" />
          {texts.budgets.new}
        </RightButton>
      </header>
      <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-muted">{texts.budgets.empty}</p>
          ) : (
            <ul className="grid gap-3 lg:grid-cols-2">
              {items.map((budget) => (
                <li key={budget.id}>
                  <BudgetRow budget={budget} onEdit={() => setEdited(budget)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited && (
        <BudgetDialog
          budget={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}

/** A budget with what today has cost of it. */
function BudgetRow({ budget, onEdit }: { budget: BudgetView; onEdit: () => void }) {
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
        <RightButton
          right="administer"
          onClick={onEdit}
          aria-label={texts.budgets.editNamed(budgetTitle(id))}
        >
          {texts.budgets.edit}
        </RightButton>
        <RightButton
          right="administer"
          look="danger"
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
          aria-label={texts.budgets.removeNamed(budgetTitle(id))}
        >
          {texts.budgets.remove}
        </RightButton>
      </div>
    </article>
  );
}
