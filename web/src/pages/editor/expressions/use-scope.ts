import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ExpressionContext } from '../../../../../contracts/expressions/index.ts';
import type { RunView } from '../../../../../contracts/api/index.ts';
import { queries } from '../../../api/queries.ts';
import { useModel } from '../model/model.ts';
import { useEditor } from '../state/use-editor.ts';
import type { NameTree } from './name-tree.ts';
import { scopeOf } from './scope.ts';

/** What the last completed run of the stored pipeline read and gave; undefined where there was none. */
export function useLastRun(): ExpressionContext | undefined {
  const name = useEditor(({ saved }) => saved.name);
  const { data: runs } = useQuery({
    ...queries.runs({ pipeline: name ?? '', status: 'completed' }),
    enabled: name !== undefined,
    staleTime: 30_000,
  });
  const id = runs?.items[0]?.id;
  const { data } = useQuery({
    ...queries.run(id ?? ''),
    enabled: id !== undefined,
    staleTime: Infinity,
  });
  return useMemo(() => data && contextOf(data), [data]);
}

function contextOf({ id, input, nodes }: RunView): ExpressionContext {
  return {
    inputs: input,
    nodes: Object.fromEntries(
      nodes
        .filter(({ status }) => status === 'completed' || status === 'failed')
        .map(({ id: node, output, status, error }) => [
          node,
          { status, ...(output !== undefined && { output }), ...(error && { error }) },
        ]),
    ),
    run: { id },
  };
}

/** The names that the expressions of a node can start from; without a node, those of the run's output. */
export function useScope(reader: string | undefined): NameTree {
  const { drawn, catalogue } = useModel();
  const last = useLastRun();
  return useMemo(
    () => scopeOf(drawn.draft, { catalogue, reader, last }),
    [drawn, catalogue, reader, last],
  );
}
