import { useMemo } from 'react';
import type { Json } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { compareDocuments } from '../../../document/compare.ts';
import type { Change } from '../../../document/compare.ts';
import { readText } from '../../../document/read-text.ts';
import { textOfValue } from '../inspector/template-text.ts';
import { texts } from '../texts.ts';
import { DrawnDifferences } from './drawn-differences.tsx';

type Side = { title: string; text: string };

/** Two documents: what differs, drawn on the canvas and by meaning beside it, and both texts beside each other. */
export function Comparison({ before, after }: { before: Side; after: Side }) {
  const old = useMemo(() => documentOf(before.text), [before.text]);
  const now = useMemo(() => documentOf(after.text), [after.text]);
  const changes = useMemo(() => compareDocuments(old, now), [old, now]);
  return (
    <div className="flex flex-col gap-4">
      <section aria-label={texts.versions.differences} className="grid gap-3 lg:grid-cols-2">
        {changes.length > 0 && <DrawnDifferences before={old} after={now} />}
        <div className="min-w-0">
          <h3 className="mb-1 font-semibold">
            {changes.length === 0 ? texts.versions.same : texts.versions.differences}
          </h3>
          {changes.length > 0 && <Changes changes={changes} before={before} after={after} />}
        </div>
      </section>
      <details>
        <summary className="cursor-pointer font-semibold">{texts.versions.bothYaml}</summary>
        <div className="mt-2 grid gap-3 md:grid-cols-2">
          {[before, after].map(({ title, text }) => (
            <div key={title}>
              <p className="mb-1 text-muted">{title}</p>
              <pre
                tabIndex={0}
                aria-label={title}
                className="max-h-96 overflow-auto rounded-md bg-canvas p-2 font-mono text-[12px]"
              >
                {text}
              </pre>
            </div>
          ))}
        </div>
      </details>
    </div>
  );
}

function documentOf(text: string): Json {
  return readText(text).document ?? null;
}

function Changes({ changes, before, after }: { changes: Change[]; before: Side; after: Side }) {
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={texts.versions.differences}
      className="max-h-80 overflow-auto lg:max-h-96"
    >
      <table className="w-full table-fixed border-collapse text-left text-[12px]">
        <thead className="text-muted">
          <tr className="border-b border-line">
            <th className="py-1 pr-3 font-medium">{texts.versions.where}</th>
            <th className="py-1 pr-3 font-medium wrap-anywhere">{before.title}</th>
            <th className="py-1 pr-3 font-medium wrap-anywhere">{after.title}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.where} className="border-b border-line align-top">
              <th scope="row" className="py-1.5 pr-3 font-medium wrap-anywhere">
                {change.where}
              </th>
              {change.whole ? (
                <Whole change={change} />
              ) : (
                <>
                  <Value value={change.before} isGone={change.after === undefined} />
                  <Value value={change.after} isGone={false} />
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A node, trigger or edge that only one of both has. Its place says all there is to an edge. */
function Whole({ change: { where, before, after } }: { change: Change }) {
  const written = after ?? before;
  const { id: _id, ...rest } = isJsonObject(written) ? written : {};
  const nowhere = <td className="py-1.5 pr-3 text-muted">–</td>;
  const there = (
    <td className="py-1.5 pr-3">
      <span className={`font-medium ${after === undefined ? 'text-bad' : 'text-good'}`}>
        {after === undefined ? `− ${texts.versions.removed}` : `+ ${texts.versions.added}`}
      </span>
      {!where.startsWith('edge ') && (
        <span className="block font-mono wrap-anywhere whitespace-pre-wrap text-muted">
          {textOfValue(rest)}
        </span>
      )}
    </td>
  );
  return (
    <>
      {after === undefined ? there : nowhere}
      {after === undefined ? nowhere : there}
    </>
  );
}

function Value({ value, isGone }: { value: Json | undefined; isGone: boolean }) {
  if (value === undefined)
    return <td className="py-1.5 pr-3 text-muted">{texts.versions.absent}</td>;
  return (
    <td className="py-1.5 pr-3">
      <span
        className={`font-mono wrap-anywhere whitespace-pre-wrap ${isGone ? 'line-through' : ''}`}
      >
        {textOfValue(value)}
      </span>
    </td>
  );
}
