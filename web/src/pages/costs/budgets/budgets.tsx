import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { BudgetView } from '../../../../../contracts/api/index.ts';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Loaded } from '../../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../../components/layout/skeleton.tsx';
import { BudgetDialog } from './budget-dialog.tsx';
import { BudgetRow } from './budget-row.tsx';
import { texts } from '../texts.ts';

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
        <Button onClick={() => setEdited('new')}>
          <Plus aria-hidden className="size-4" />
          {texts.budgets.new}
        </Button>
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
