import { useMutation, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { toast } from 'sonner';
import type { RetriedRuns } from '../../../../contracts/api/index.ts';
import { retryRuns } from '../../api/retries.ts';
import { Button } from '../../components/controls/button.tsx';
import { RightButton } from '../../components/controls/right-button.tsx';
import { Dialog, DialogActions } from '../../components/dialogs/dialog.tsx';
import type { RunSearch } from './run-filter.ts';
import { isRetryable } from './run-filter.ts';
import { texts } from './texts.ts';

/** The bar above runs that failed: retries all that the filter shows, after a look at what that means. */
export function RetryAll({ filter }: { filter: RunSearch }) {
  const client = useQueryClient();
  const { status, ...rest } = filter;
  const body = isRetryable(status) ? { ...rest, status } : undefined;
  const look = useMutation({
    mutationFn: () => retryRuns({ ...body, dryRun: true }),
    onError: (error) => toast.error(error.message),
  });
  const start = useMutation({
    // What was shown is what starts, whatever else matches by now.
    mutationFn: (found: RetriedRuns) => {
      const ids = possibleOf(found).map(({ id }) => id);
      return retryRuns({ status: body?.status, ids });
    },
    onSuccess: ({ runs }) => {
      toast.success(texts.retryAll.started(startedOf(runs).length));
      void client.invalidateQueries({ queryKey: ['runs'] });
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => look.reset(),
  });
  if (!body) return null;
  return (
    <div className="mb-3 flex items-center gap-3">
      <RightButton right="operate" disabled={look.isPending} onClick={() => look.mutate()}>
        <History aria-hidden className="size-4" />
        {texts.retryAll.button}
      </RightButton>
      <p className="text-muted">{texts.retryAll.hint}</p>
      {look.data && (
        <Dialog title={texts.retryAll.title} isOpen onClose={() => look.reset()}>
          <Found found={look.data} />
          <DialogActions>
            <Button onClick={() => look.reset()}>{texts.retryAll.cancel}</Button>
            <Button
              look="primary"
              disabled={start.isPending || possibleOf(look.data).length === 0}
              onClick={() => start.mutate(look.data)}
            >
              {texts.retryAll.start}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}

const possibleOf = ({ runs }: RetriedRuns) => runs.filter(({ problem }) => problem === null);
const startedOf = (runs: RetriedRuns['runs']) => runs.filter(({ retriedAs }) => retriedAs !== null);

/** How many runs would be retried, what they did outside, and which of them cannot be. */
function Found({ found }: { found: RetriedRuns }) {
  const effects = found.runs.reduce((sum, run) => sum + run.effects, 0);
  return (
    <>
      <p>{texts.retryAll.count(possibleOf(found).length)}</p>
      {effects > 0 && <p className="mt-2 text-wait">{texts.retryAll.effects(effects)}</p>}
      {found.more && <p className="mt-2 text-muted">{texts.retryAll.more}</p>}
      <ul className="mt-2 grid gap-1 text-muted">
        {found.runs.map(({ id, problem }) => problem && <li key={id}>{`${id}: ${problem}`}</li>)}
      </ul>
    </>
  );
}
