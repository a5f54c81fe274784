import { useMutation, useQuery } from '@tanstack/react-query';
import { BellPlus } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../../../components/notices/toast.ts';
import type { HealthAlertView } from '../../../../../contracts/api/index.ts';
import { deleteHealthAlert } from '../../../api/health-alerts.ts';
import { queries } from '../../../api/queries.ts';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { Loaded } from '../../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../../components/layout/skeleton.tsx';
import { usePipelineTitles } from '../../../components/runs/use-pipeline-titles.ts';
import { Ago } from '../../../components/values/time.tsx';
import { texts } from '../texts.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { conditionText, valueText, windowText } from './alert-words.ts';

/** What one is told of once runs fail too often, or cost too much. */
export function Alerts() {
  const query = useQuery({ ...queries.healthAlerts(), refetchInterval: 10_000 });
  const [isNew, setIsNew] = useState(false);
  return (
    <section aria-labelledby="alerts" className="px-5 pt-2">
      <header className="flex items-center gap-3 py-3">
        <h2 id="alerts" className="mr-auto font-semibold">
          {texts.alerts.title}
        </h2>
        <RightButton right="operate" onClick={() => setIsNew(true)}>
          <BellPlus aria-hidden className="size-4" />
          {texts.alerts.new}
        </RightButton>
      </header>
      <Loaded query={query} skeleton={<SkeletonRows count={1} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-muted">{texts.alerts.empty}</p>
          ) : (
            <ul
              aria-label={texts.alerts.title}
              className="divide-y divide-line rounded-lg border border-line bg-surface"
            >
              {items.map((alert) => (
                <AlertRow key={alert.id} alert={alert} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isNew && <AlertDialog onClose={() => setIsNew(false)} />}
    </section>
  );
}

function AlertRow({ alert }: { alert: HealthAlertView }) {
  const { isAbove, crossedAt } = alert;
  const condition = conditionText(alert, usePipelineTitles());
  const remove = useMutation({
    mutationFn: () => deleteHealthAlert(alert),
    onSuccess: () => toast.success(texts.alerts.removed),
    onError: (error) => toast.error(error.message),
  });
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full ${isAbove ? 'bg-bad' : 'bg-line-strong'}`}
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{condition}</p>
        <p className="text-[12px] text-muted">
          {windowText(alert)} ·{' '}
          <span className={isAbove ? 'text-bad' : ''}>
            {texts.alerts.now(valueText(alert), isAbove)}
          </span>
          {crossedAt && (
            <>
              {' '}
              · {texts.alerts.fired} <Ago instant={crossedAt} />
            </>
          )}
        </p>
      </div>
      <RightButton
        right="operate"
        look="plain"
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
        aria-label={texts.alerts.removeNamed(condition)}
        className="max-md:min-h-11"
      >
        {texts.budgets.remove}
      </RightButton>
    </li>
  );
}
