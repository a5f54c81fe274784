import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { Pipeline } from '../../../../contracts/pipelines/pipeline.ts';
import { compareDocuments, countChanges } from '../../document/compare.ts';
import { readText } from '../../document/read-text.ts';
import { writeText } from '../../document/write-text.ts';
import { kindLook } from '../../nodes/index.ts';
import { kindColor } from '../../nodes/kind-shape.ts';
import { Comparison } from '../editor/versions/comparison.tsx';
import { Drawing } from '../pipelines/stored-drawing.tsx';
import { texts } from './texts.ts';

/** A draft to look at: its picture and what it consists of, or what it changes, drawn and in words. */
export function DraftView({
  document,
  before,
}: {
  document: JsonObject;
  before?: string | undefined;
}) {
  const old = before === undefined ? undefined : readText(before).document;
  const counted =
    old === undefined ? '' : texts.counts(countChanges(compareDocuments(old, document)));
  const drawn = { edges: [], ...document } as unknown as Pipeline;
  return (
    <div className="grid gap-3">
      {old === undefined && (
        <div
          role="img"
          aria-label={texts.picture}
          className="h-44 rounded-md border border-line bg-canvas p-1"
        >
          <Drawing document={drawn} />
        </div>
      )}
      {counted !== '' && <p className="text-[12px] text-muted">{counted}</p>}
      {before === undefined ? (
        <Nodes document={drawn} />
      ) : (
        <Comparison
          before={{ title: texts.now, text: before }}
          after={{ title: texts.asDraft, text: writeText(document) }}
        />
      )}
    </div>
  );
}

function Nodes({ document }: { document: Pipeline }) {
  return (
    <ol aria-label={texts.nodes} className="grid gap-1">
      {[...(document.triggers ?? []), ...document.nodes].map(({ id, kind, title }) => {
        const { icon: Icon, title: kindTitle } = kindLook(kind);
        return (
          <li key={id} className="flex items-center gap-2">
            <Icon aria-hidden className={`size-4 shrink-0 ${kindColor(kind)}`} />
            <span className="min-w-0 max-md:wrap-anywhere md:truncate">{title ?? id}</span>
            <span className="text-[12px] text-muted">{kindTitle}</span>
          </li>
        );
      })}
    </ol>
  );
}
