import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../../components/notices/toast.ts';
import { queries } from '../../../api/queries.ts';
import { withWholeOutputs } from '../../../api/whole-outputs.ts';
import { download } from '../../../components/values/download.ts';
import { plainPath } from '../../../api/node-paths.ts';
import { titleOfPath } from '../placed-nodes.ts';
import { useRunContext } from '../run-context.ts';
import { shareTexts } from './texts.ts';
import { fullTime } from '../../../components/values/instant.ts';

/** Saves the run as one file, which others can read without Baton. */
export function useSaveHtml(): { save: () => void; isSaving: boolean } {
  const { run, steps, approvals, placed } = useRunContext();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      const { reportOf } = await import('./report.ts');
      const spoken = steps.filter(({ kind }) => kind === 'model');
      const paths = [...new Set(spoken.map(({ nodePath }) => plainPath(nodePath)))];
      const found = await Promise.all(
        paths.map((path) => client.fetchQuery(queries.conversations(run.id, path))),
      );
      const conversations = found.flatMap(({ items }) => items);
      const titleOf = (path: string) => titleOfPath(placed, path);
      const whole = await withWholeOutputs(client, { nodes: run.nodes, steps });
      const note = shareTexts.savedAt(fullTime(new Date()));
      return reportOf({
        run: { ...run, nodes: whole.nodes },
        steps: whole.steps,
        approvals,
        conversations,
        titleOf,
        note,
      });
    },
    onSuccess: (text) => download(`${run.id}.html`, text, 'text/html'),
    onError: ({ message }) => toast.error(shareTexts.failed(message)),
  });
  return { save: () => mutate(), isSaving: isPending };
}
