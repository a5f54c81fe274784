import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ApprovalView } from '../../../../contracts/api/index.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { queries } from '../../api/queries.ts';
import { initialTexts, schemaFields, valuesOf } from '../schema-form/schema-fields.ts';
import type { SchemaField } from '../schema-form/schema-fields.ts';
import { withChanges } from './args-changes.ts';

/** The arguments of an approval while they are changed. */
export type Editing = {
  fields: SchemaField[];
  texts: Record<string, string>;
  setTexts: (texts: Record<string, string>) => void;
  /** What is approved in place of what was asked for; undefined where that is the same. */
  changed: JsonObject | undefined;
  reset: () => void;
};

/** Lets the arguments be changed by the form of their tool; undefined where there are none, or no such tool. */
export function useEditing({ tool, args }: ApprovalView): Editing | undefined {
  const { data } = useQuery({ ...queries.tools(), enabled: tool !== null, staleTime: 60_000 });
  const parameters = data?.items.find(({ name }) => name === tool)?.parameters;
  const asked = isJsonObject(args) ? args : undefined;
  const fields = useMemo(() => (parameters ? schemaFields(parameters) : []), [parameters]);
  const [texts, setTexts] = useState<Record<string, string>>();
  if (!parameters || !asked) return undefined;
  const initial = initialTexts(fields, asked);
  const before = valuesOf(parameters, fields, initial);
  return {
    fields,
    texts: texts ?? initial,
    setTexts,
    changed: texts && withChanges(asked, { before, after: valuesOf(parameters, fields, texts) }),
    reset: () => setTexts(undefined),
  };
}
