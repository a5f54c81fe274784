import { useMutation, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { toast } from '../../components/notices/toast.ts';
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
  const { status, ...rest } = filter;
  if (!isRetryable(status)) return null;
  return (
    <div className="mb-3 flex items-center gap-3">
      <RetryButton title={texts.retryAll.button} bodies={[{ ...rest, status }]} />
      <p className="text-muted">{texts.retryAll.hint}</p>
    </div>
  );
}

type RetryBody = Omit<Parameters<typeof retryRuns>[0], 'dryRun'>;

type RetryButtonProps = {
  title: string;
  /** Which runs: those of each of them. */
  bodies: readonly RetryBody[];
  onStarted?: () => void;
};

/** Retries runs, after a look at what that means. */
export function RetryButton({ title, bodies, onStarted }: RetryButtonProps) {
  const client = useQueryClient();
  const look = useMutation({
    mutationFn: () => Promise.all(bodies.map((body) => retryRuns({ ...body, dryRun: true }))),
    onError: (error) => toast.error(error.message),
  });
  const start = useMutation({
    // What was shown is what starts, whatever else matches by now.
    mutationFn: (found: RetriedRuns[]) =>
      Promise.all(
        found.flatMap((part, index) => {
          const ids = possibleOf(part).map(({ id }) => id);
          return ids.length > 0 ? [retryRuns({ status: bodies[index]?.status, ids })] : [];
        }),
      ),
    onSuccess: (parts) => {
      toast.success(texts.retryAll.started(startedOf(merged(parts)).length));
      void client.invalidateQueries({ queryKey: ['runs'] });
      onStarted?.();
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => look.reset(),
  });
  const found = look.data && merged(look.data);
  return (
    <>
      <RightButton right="operate" disabled={look.isPending} onClick={() => look.mutate()}>
        <History aria-hidden className="size-4" />
        {title}
      </RightButton>
      {found && (
        <Dialog title={texts.retryAll.title} isOpen onClose={() => look.reset()}>
          <Found found={found} />
          <DialogActions>
            <Button onClick={() => look.reset()}>{texts.retryAll.cancel}</Button>
            <Button
              look="primary"
              disabled={start.isPending || possibleOf(found).length === 0}
              onClick={() => start.mutate(look.data)}
            >
              {texts.retryAll.start}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

function merged(parts: readonly RetriedRuns[]): RetriedRuns {
  return { runs: parts.flatMap(({ runs }) => runs), more: parts.some(({ more }) => more) };
}

const possibleOf = ({ runs }: RetriedRuns) => runs.filter(({ problem }) => problem === null);
const startedOf = ({ runs }: RetriedRuns) => runs.filter(({ retriedAs }) => retriedAs !== null);

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
