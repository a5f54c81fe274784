import type { Json } from '../../../../contracts/base/json.ts';
import { JsonView } from './json-view.tsx';
import { texts } from './texts.ts';
import { valueLine } from './value-line.ts';

/** A value as a line in words; its names and values line by line, and the raw JSON, where one asks for them. */
export function FoldedValues({ value }: { value: Json }) {
  return (
    <details>
      <summary className="cursor-pointer truncate text-[12px] text-muted">
        {valueLine(value)}
      </summary>
      <div className="mt-1 rounded-md bg-canvas p-2">
        <JsonView value={value} />
        <RawJson value={value} />
      </div>
    </details>
  );
}

function RawJson({ value }: { value: Json }) {
  return (
    <details className="mt-2">
      <summary className="cursor-pointer text-[12px] text-muted">{texts.json.raw}</summary>
      <pre className="mt-1 font-mono text-[12px] wrap-anywhere whitespace-pre-wrap">
        {JSON.stringify(value, undefined, 2)}
      </pre>
    </details>
  );
}
