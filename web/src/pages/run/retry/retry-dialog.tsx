import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toast } from '../../../components/notices/toast.ts';
import type { RetryForecast, RunView } from '../../../../../contracts/api/index.ts';
import { decides } from '../../../../../contracts/pipelines/nodes/ports.ts';
import { forecastRetry, retryRun } from '../../../api/retries.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Dialog, DialogActions } from '../../../components/dialogs/dialog.tsx';
import { showWarnings } from '../../../components/runs/show-warnings.tsx';
import { dollars, wholeNumber } from '../../../components/values/figures.ts';
import { Ago } from '../../../components/values/time.tsx';
import { inOrder } from '../../../document/order.ts';
import { useRunContext } from '../run-context.ts';
import { texts } from '../texts.ts';
import { noChanges, readChanges } from './changes.ts';
import { ChangesForm } from './changes-form.tsx';
import { useNewerVersion } from './newer-version.ts';
import { RunLink } from './run-link.tsx';
import { retryTexts } from './texts.ts';

type RetryDialogProps = {
  node: string | undefined;
  /** Whether what changed is in a pipeline that this one runs: no version of its own is newer. */
  isLatestWanted?: boolean;
  onClose: () => void;
};

/** Says what a retry keeps and runs, and what was done before, and starts it. */
export function RetryDialog({ node, isLatestWanted = false, onClose }: RetryDialogProps) {
  const { run } = useRunContext();
  const newer = useNewerVersion(run, true);
  const [chosen, setChosen] = useState<boolean>();
  const isLatest = chosen ?? (isLatestWanted || newer.version !== undefined);
  const [isAlone, setIsAlone] = useState(false);
  const [written, setWritten] = useState(noChanges);
  const changes = readChanges(written, run.input);
  const client = useQueryClient();
  const navigate = useNavigate();
  const latestRetry = run.retriedAs.at(-1);
  const request = {
    ...(node !== undefined && (isAlone ? { only: node } : { from: node })),
    pipeline: isLatest ? ('latest' as const) : ('same' as const),
    ...changes.request,
  };
  const forecast = useQuery({
    queryKey: ['retry', run.id, request],
    queryFn: () => forecastRetry(run.id, request),
    // It would be told twice, and of the wrong version first.
    enabled: !newer.isLoading,
    retry: false,
    gcTime: 0,
  });
  const start = useMutation({
    mutationFn: () => retryRun(run.id, { ...request, again: latestRetry !== undefined }),
    onSuccess: ({ id, warnings }) => {
      showWarnings(warnings);
      for (const queryKey of [['runs'], ['tasks'], ['run', run.id]]) {
        void client.invalidateQueries({ queryKey });
      }
      onClose();
      return navigate({ to: '/runs/$runId', params: { runId: id } });
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <Dialog title={retryTexts.title} isOpen onClose={onClose}>
      {latestRetry !== undefined && (
        <div className="mb-3 text-wait">
          {retryTexts.retried}
          <RunLink id={latestRetry} />
        </div>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate();
        }}
      >
        <label className="mb-3 flex items-center gap-2">
          <input
            type="checkbox"
            checked={isLatest}
            onChange={({ target }) => setChosen(target.checked)}
          />
          {newer.version ? (
            <span>
              {newer.isOldText ? retryTexts.savedAgain : retryTexts.saved(newer.version.number)}{' '}
              <Ago instant={newer.version.savedAt} />
              {newer.isOldText && ` ${retryTexts.sameAs(newer.version.number)}`}
            </span>
          ) : run.kind === 'task' ? (
            retryTexts.latestAgent
          ) : (
            retryTexts.latest
          )}
        </label>
        {node !== undefined && (
          <label className="mb-3 flex items-center gap-2">
            <input
              type="checkbox"
              checked={isAlone}
              onChange={({ target }) => setIsAlone(target.checked)}
            />
            {retryTexts.only}
          </label>
        )}
        <ChangesForm
          inputs={run.input}
          nodes={run.nodes.flatMap(({ id, kind }) => (decides(kind) ? [] : [id]))}
          written={written}
          unread={changes.unread}
          onChange={setWritten}
        />
        {forecast.isPending && <p className="text-muted">{texts.page.loading}</p>}
        {forecast.error && <p role="alert">{forecast.error.message}</p>}
        {forecast.data && (
          <Forecast
            forecast={forecast.data}
            edges={((isLatest && newer.document) || run.document).edges}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>{texts.runAgain.cancel}</Button>
          <Button
            type="submit"
            look="primary"
            disabled={!forecast.data || start.isPending || changes.unread.length > 0}
          >
            {isAlone ? retryTexts.try : retryTexts.start}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type ForecastProps = { forecast: RetryForecast } & Pick<RunView['document'], 'edges'>;

/** What happens to each node, in the order in which they run, and what was done before. */
function Forecast({ forecast: { nodes, saved, effects }, edges }: ForecastProps) {
  const own = effects.filter(({ isOfOtherRetry }) => !isOfOtherRetry);
  const others = effects.filter(({ isOfOtherRetry }) => isOfOtherRetry);
  const order = inOrder(
    nodes.map(({ id }) => id),
    edges.map(({ from, to, port = '' }) => ({ from, to, port })),
  ).map(({ id }) => id);
  const tokens = wholeNumber(saved.inputTokens + saved.outputTokens);
  const cost = saved.costUsd === null ? texts.facts.priceUnknown : dollars(saved.costUsd);
  return (
    <>
      <ul aria-label={retryTexts.nodes} className="grid gap-1">
        {nodes
          .toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
          .map(({ id, kind, title, action }) => (
            <li key={id} className="flex justify-between gap-3">
              <span className="max-md:wrap-anywhere md:truncate">{title ?? id}</span>
              <span className="text-muted">
                {kind === 'tool' && action === 'continues'
                  ? retryTexts.callsAgain
                  : retryTexts.actions[action]}
              </span>
            </li>
          ))}
      </ul>
      <p className="mt-3">{retryTexts.savedSteps(saved.steps, tokens, cost)}</p>
      {own.length > 0 && <Effects title={retryTexts.done} effects={own} />}
      {others.length > 0 && <Effects title={retryTexts.doneByRetries} effects={others} />}
    </>
  );
}

/** Orders, messages and the like: who starts again has to know of them. */
function Effects({ title, effects }: { title: string } & Pick<RetryForecast, 'effects'>) {
  return (
    <section className="mt-3 text-wait">
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 grid gap-1">
        {effects.map(({ runId, nodePath, at, label, status, mayRepeat, isOfOtherRetry }) => (
          <li key={`${runId} ${nodePath} ${at} ${label}`}>
            {[
              label,
              status === 'unfinished' && retryTexts.unfinished,
              mayRepeat && retryTexts.mayRepeat,
            ]
              .filter(Boolean)
              .join(' · ')}
            {isOfOtherRetry && <RunLink id={runId} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
