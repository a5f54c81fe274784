import type { StepView } from '../../../../../contracts/api/index.ts';
import { titleOfPath } from '../placed-nodes.ts';
import { useRunContext } from '../run-context.ts';
import { texts } from '../texts.ts';

/** Steps that were done, by node, each to be opened. */
export function DoneSteps({ steps }: { steps: StepView[] }) {
  const { placed, openStep } = useRunContext();
  const byNode = [...Map.groupBy(steps, ({ nodePath }) => nodePath)];
  return (
    <div className="mt-2 grid gap-2">
      {byNode.map(([nodePath, own]) => (
        <details key={nodePath}>
          <summary className="cursor-pointer">
            {titleOfPath(placed, nodePath)}{' '}
            <span className="text-muted">{texts.timeline.stepCount(own.length)}</span>
          </summary>
          <ol className="mt-1 ml-1 grid gap-0.5 border-l border-line pl-3">
            {own.map(({ key, step, label }) => (
              <li key={key}>
                <button
                  type="button"
                  className="rounded text-left wrap-anywhere text-accent hover:underline"
                  onClick={() => openStep(nodePath, step)}
                >
                  {label}
                </button>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </div>
  );
}
