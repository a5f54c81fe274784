import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import type { RunError } from '../../../../../contracts/runs/run.ts';
import { joinPath, parentOf, plainPath } from '../../../api/node-paths.ts';
import { titleOfPath } from '../placed-nodes.ts';
import { useRunContext } from '../run-context.ts';
import { EditNode } from './edit-node.tsx';
import { errorWords } from './error-words.ts';
import { errorTexts } from './texts.ts';
import { whatCame } from './what-came.ts';

/** Errors of models, about which their page says more. */
const ofModels = new Set(['AllModelsFailed', 'Outage', 'NoAnswer', 'CallDelayed']);

/** What went wrong in a line, what to do, and where to go for it; what is left is folded. */
export function ErrorBox({ error }: { error: RunError }) {
  const { line, rest } = errorWords(error.message);
  const came = useWhatCame(error);
  return (
    <div className="mt-4 flex gap-2 rounded-md border border-bad/50 bg-bad/5 p-3">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere text-bad">{line}</p>
        {rest && <p className="wrap-anywhere whitespace-pre-wrap">{rest}</p>}
        {came && <p className="wrap-anywhere">{came.text}</p>}
        <Ways error={error} source={came?.path} />
        <details className="mt-1">
          <summary className="cursor-pointer text-muted">{errorTexts.details}</summary>
          <p className="mt-1 font-mono text-[12px]">{error.type}</p>
          <pre className="mt-1 max-h-60 overflow-auto font-mono text-[12px] wrap-anywhere whitespace-pre-wrap">
            {error.message}
          </pre>
        </details>
      </div>
    </div>
  );
}

/** The node that gave something without the field that was looked for, and what it gave. */
function useWhatCame({ node, message }: RunError): { path: string; text: string } | undefined {
  const { place, placed } = useRunContext();
  const above = parentOf(plainPath(node ?? place.at ?? ''));
  const came = whatCame(message, (id) => placed.get(joinPath(above, id))?.node.output);
  if (!came) return undefined;
  const path = joinPath(above, came.node);
  const name = [titleOfPath(placed, path), ...came.within].join('.');
  return { path, text: errorTexts.came(name, came.form, came.fields) };
}

type WaysProps = {
  error: RunError;
  /** The node that gave what was not as expected. */
  source: string | undefined;
};

/** The nodes in which it went wrong, their place in the editor, and the page of the models. */
function Ways({ error: { type, node, message }, source }: WaysProps) {
  const { place, placed, openNode } = useRunContext();
  const others = [node, source].filter(
    (path) => path !== undefined && placed.has(path) && place.at !== path,
  ) as string[];
  const at = node ?? place.at;
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 empty:hidden">
      {others.map((path) => (
        <button
          key={path}
          type="button"
          className="rounded text-accent underline"
          onClick={() => openNode(path)}
        >
          {errorTexts.openNode(titleOfPath(placed, path))}
        </button>
      ))}
      {at !== undefined && <EditNode nodePath={at} message={message} />}
      {ofModels.has(type) && (
        <Link to="/models" className="rounded text-accent underline">
          {errorTexts.openModels}
        </Link>
      )}
    </p>
  );
}
