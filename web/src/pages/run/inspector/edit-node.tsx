import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../api/queries.ts';
import { joinPath, parentOf, plainPath } from '../../../api/node-paths.ts';
import { titleOfPath } from '../placed-nodes.ts';
import { useRunContext } from '../run-context.ts';
import { argumentSource } from './argument-source.ts';
import { errorTexts } from './texts.ts';
import { useNode } from './use-node.ts';

/** Leads to a node in the editor, where its pipeline is stored, and first to the node that its arguments come from. */
export function EditNode({ nodePath }: { nodePath: string }) {
  const { run, placed } = useRunContext();
  const { definition, pipeline } = useNode(nodePath);
  const { data } = useQuery(queries.pipelines());
  const name = data?.items.find((stored) => stored.name === pipeline)?.name;
  if (name === undefined || definition === undefined) return null;
  const to = { to: '/pipelines/$name/edit', params: { name } } as const;
  const className = 'rounded text-accent underline';
  const source = argumentSource(definition);
  const sourcePath = source && joinPath(parentOf(plainPath(nodePath)), source);
  return (
    <>
      {sourcePath && (
        <Link {...to} search={{ node: source, run: run.id }} className={className}>
          {errorTexts.editSource(titleOfPath(placed, sourcePath))}
        </Link>
      )}
      <Link {...to} search={{ node: definition.id, run: run.id }} className={className}>
        {errorTexts.editNode}
      </Link>
    </>
  );
}
