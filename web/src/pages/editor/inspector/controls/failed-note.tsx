import { useSearch } from '@tanstack/react-router';
import type { Json } from '../../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../../contracts/base/json.ts';
import { isSameValue } from '../../../../document/is-same.ts';
import type { Path } from '../../../../document/path.ts';
import { errorWords } from '../../../run/inspector/error-words.ts';
import { useOriginRun } from '../../model/use-origin-run.ts';
import { texts } from '../texts.ts';

type FailedNoteProps = {
  node: string | undefined;
  /** Where the value is in the document. */
  path: Path;
  value: Json | undefined;
  /** Whether the parts of the value have fields of their own. */
  hasParts?: boolean;
};

/** Under the field for which one came from a run: why it failed there, as long as the field says the same. */
export function FailedNote({ node, path, value, hasParts = false }: FailedNoteProps) {
  const asked = useSearch({ strict: false });
  const own = path.slice(2);
  const isNamed = asked.run !== undefined && node !== undefined && asked.node === node;
  return isNamed && isField(asked.field, own.join('.'), hasParts) ? (
    <WhyFailed node={node} field={own} value={value} />
  ) : null;
}

/** Whether an address names a field, or what is in it and has no field of its own. */
export function isField(asked: string | undefined, own: string, hasParts: boolean): boolean {
  return asked === own || (!hasParts && asked !== undefined && asked.startsWith(`${own}.`));
}

type WhyFailedProps = { node: string; field: Path; value: Json | undefined };

function WhyFailed({ node, field, value }: WhyFailedProps) {
  const origin = useOriginRun();
  if (!origin) return null;
  const { run, child } = origin;
  const { document, nodes } = child ?? run;
  const definition = document.nodes.find(({ id }) => id === node) as Json | undefined;
  if (!isSameValue(partAt(definition, field), value)) return null;
  // What hands its arguments to the node that failed has no error of its own.
  const error = nodes.find(({ id }) => id === node)?.error ?? run.error;
  if (!error) return null;
  return (
    <p className="mt-1 text-[12px] wrap-anywhere text-muted">
      {texts.controls.failed(errorWords(error.message).line)}
    </p>
  );
}

function partAt(value: Json | undefined, path: Path): Json | undefined {
  return path.reduce<Json | undefined>(
    (at, part) =>
      Array.isArray(at) ? at[Number(part)] : isJsonObject(at) ? at[String(part)] : undefined,
    value,
  );
}
