import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { sentence } from '../../../../../contracts/base/text.ts';
import { hasEnded } from '../../../../../contracts/runs/run.ts';
import { queries } from '../../../api/queries.ts';
import { ApiProblem } from '../../../api/request.ts';
import { retryRun } from '../../../api/retries.ts';
import { useLack } from '../../../api/use-right.ts';
import { Select } from '../../../components/controls/select.tsx';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { StatusBadge } from '../../../components/runs/status.tsx';
import { ResultView } from '../../../components/values/result-view.tsx';
import { titleOf, useSourceRun } from '../expressions/source-run.ts';
import { useEditor } from '../state/use-editor.ts';
import { texts } from './texts.ts';
import { tryTexts } from './try-texts.ts';

const everyMs = 500;

/** Runs a node as it is drawn, without the others: they keep what they gave in a run. */
export function TryNode({ id }: { id: string }) {
  const chooseRun = useEditor((state) => state.chooseRun);
  const document = useEditor(({ history }) => history.present.document);
  const client = useQueryClient();
  // It starts a run of a draft, which needs both.
  const mayWrite = useLack('write') === undefined;
  const { runs = [], run: source, isMissing, isSearching } = useSourceRun(id);
  const start = useMutation({
    mutationFn: (of: string) =>
      retryRun(of, { only: id, ...(isJsonObject(document) && { document }) }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['runs'] }),
  });
  const { data: run } = useQuery({
    ...queries.run(start.data?.id ?? ''),
    enabled: start.data !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || !hasEnded(data.status) ? everyMs : false,
  });
  const node = run?.nodes.find((one) => one.id === id);
  return (
    <section data-aside aria-label={tryTexts.label} className="rounded-lg border border-line p-3">
      <div className="flex items-center gap-2">
        <RightButton
          right={mayWrite ? 'operate' : 'write'}
          title={tryTexts.help}
          disabled={!source || start.isPending || (run && !hasEnded(run.status))}
          onClick={() => source && start.mutate(source.id)}
        >
          <FlaskConical aria-hidden className="size-4" />
          {tryTexts.button}
        </RightButton>
        {run && <StatusBadge status={run.status} />}
        {run && (
          <Link
            to="/runs/$runId"
            params={{ runId: run.id }}
            search={{ at: id }}
            target="_blank"
            className="ml-auto text-accent underline"
          >
            {tryTexts.open}
          </Link>
        )}
      </div>
      {isSearching && <p className="mt-2 text-[12px] text-muted">{tryTexts.searching}</p>}
      {!isSearching && runs.length === 0 && (
        <p className="mt-2 text-[12px] text-muted">{tryTexts.noRun}</p>
      )}
      {isMissing && <p className="mt-2 text-[12px] text-muted">{tryTexts.notReached}</p>}
      {!isSearching && runs.length > 0 && (
        <label className="mt-2 block text-[12px] text-muted">
          {tryTexts.run}
          <Select
            value={source?.id ?? ''}
            onChange={(chosen) => {
              start.reset();
              chooseRun(chosen);
            }}
            options={[
              ...(source ? [] : [['', texts.controls.choose] as const]),
              ...runs.map((one) => [one.id, titleOf(one)] as const),
            ]}
          />
        </label>
      )}
      {start.error && (
        <p role="alert" className="mt-2 text-bad">
          {refusalOf(start.error)}
        </p>
      )}
      {run?.error && <p className="mt-2 text-bad">{run.error.message}</p>}
      {node?.output !== undefined && hasEnded(run?.status ?? 'pending') && (
        <div className="mt-3 max-h-80 overflow-auto" aria-label={tryTexts.result} role="group">
          <ResultView value={node.output} />
        </div>
      )}
    </section>
  );
}

/** Why a node cannot be tried, with what one can do about it here. */
function refusalOf(error: Error): string {
  const found = error instanceof ApiProblem ? error.document?.errors : undefined;
  const refused = found?.find(({ path }) => path === 'only');
  return refused ? `${sentence(refused.message)} ${tryTexts.other}` : error.message;
}
