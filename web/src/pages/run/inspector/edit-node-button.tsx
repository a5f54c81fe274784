import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { queries } from '../../../api/queries.ts';
import { buttonLook } from '../../../components/controls/button.tsx';
import { errorTexts } from './texts.ts';
import { useNode } from './use-node.ts';

/** Leads to a node in the editor, where its pipeline is stored; what failed has its own way there, at its error. */
export function EditNodeButton({ nodePath }: { nodePath: string }) {
  const { node, definition, pipeline } = useNode(nodePath);
  const { data } = useQuery(queries.pipelines());
  const name = data?.items.find((stored) => stored.name === pipeline)?.name;
  if (name === undefined || definition === undefined || node?.error) return null;
  return (
    <Link
      to="/pipelines/$name/edit"
      params={{ name }}
      search={{ node: definition.id }}
      className={`${buttonLook('quiet')} max-md:hidden`}
    >
      <Pencil aria-hidden className="size-4" />
      {errorTexts.editNode}
    </Link>
  );
}
