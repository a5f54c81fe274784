import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../api/queries.ts';
import { useRunContext } from '../run-context.ts';
import { errorTexts } from './texts.ts';
import { useNode } from './use-node.ts';

/** Leads to a node in the editor, where its pipeline is stored. */
export function EditNode({ nodePath }: { nodePath: string }) {
  const { run } = useRunContext();
  const { definition, pipeline } = useNode(nodePath);
  const { data } = useQuery(queries.pipelines());
  const name = data?.items.find((stored) => stored.name === pipeline)?.name;
  if (name === undefined || definition === undefined) return null;
  return (
    <Link
      to="/pipelines/$name/edit"
      params={{ name }}
      search={{ node: definition.id, run: run.id }}
      className="rounded text-accent underline"
    >
      {errorTexts.editNode}
    </Link>
  );
}
