import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../api/queries.ts';
import { joinPath, parentOf, plainPath } from '../../../api/node-paths.ts';
import { titleOfPath } from '../placed-nodes.ts';
import { useRunContext } from '../run-context.ts';
import { argumentSource } from './argument-source.ts';
import { fieldOfError } from './field-of-error.ts';
import { errorTexts } from './texts.ts';
import { useNode } from './use-node.ts';

/** Leads to a node in the editor, where its pipeline is stored, and first to the node that its arguments come from. */
export function EditNode({ nodePath, message }: { nodePath: string; message: string }) {
  const { run, placed } = useRunContext();
  const { definition, pipeline } = useNode(nodePath);
  const inside = parentOf(plainPath(nodePath));
  const source = definition && argumentSource(definition);
  const sourceNode = useNode(joinPath(inside, source ?? '')).definition;
  const { data } = useQuery(queries.pipelines());
  const name = data?.items.find((stored) => stored.name === pipeline)?.name;
  if (name === undefined || definition === undefined) return null;
  const to = { to: '/pipelines/$name/edit', params: { name } } as const;
  const className = 'rounded text-accent underline';
  const field = fieldOfError(message, definition);
  // An approval holds the arguments by the same names.
  const theirs =
    sourceNode?.kind === 'approval' ? (field ?? fieldOfError(message, sourceNode)) : undefined;
  const from = { run: run.id, ...(inside !== '' && { inside }) };
  return (
    <>
      {source && (
        <Link
          {...to}
          search={{ node: source, ...(theirs && { field: theirs }), ...from }}
          className={className}
        >
          {errorTexts.editSource(titleOfPath(placed, joinPath(inside, source)))}
        </Link>
      )}
      <Link
        {...to}
        search={{ node: definition.id, ...(field && { field }), ...from }}
        className={className}
      >
        {errorTexts.editNode}
      </Link>
    </>
  );
}
