import { Bot } from 'lucide-react';
import { delegationOf, parentOf, plainPath } from '../../../api/node-paths.ts';
import { useRunContext } from '../run-context.ts';
import { Section } from './section.tsx';
import { texts } from '../texts.ts';

/** The tasks that an agent gave to others, each to be opened. */
export function Delegations({ nodePath }: { nodePath: string }) {
  const { steps, openNode } = useRunContext();
  const paths = delegatedFrom(
    nodePath,
    steps.map((step) => step.nodePath),
  );
  if (paths.length === 0) return null;
  return (
    <Section title={texts.node.delegations}>
      <ul className="grid gap-1">
        {paths.map((path) => {
          const delegation = delegationOf(path);
          return (
            <li key={path}>
              <button
                type="button"
                onClick={() => openNode(path)}
                className="inline-flex items-center gap-1.5 rounded text-accent hover:underline"
              >
                <Bot aria-hidden className="size-4" />
                {delegation && texts.node.delegation(delegation.agent, delegation.turn)}
              </button>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** The paths right below an agent's, whichever its attempt. */
function delegatedFrom(nodePath: string, stepPaths: string[]): string[] {
  const found = stepPaths.flatMap((stepPath) => {
    const parts = stepPath.split('/');
    return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
  });
  return [...new Set(found)].filter(
    (path) => delegationOf(path) && plainPath(parentOf(path)) === plainPath(nodePath),
  );
}
