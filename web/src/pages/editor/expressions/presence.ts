import { texts } from '../texts.ts';

/** When a name is there that is not always: with some values of the field beside it that tells, where there is one. */
export type Presence = { field?: string; values: string[] };

/** What one of several forms of a value says of a name. */
type InVariant = { value: string | undefined; isThere: boolean; isSure: boolean };

/** When a name is there; undefined where it always is. */
export function presenceAmong(
  variants: readonly InVariant[],
  field: string | undefined,
): Presence | undefined {
  if (variants.every(({ isSure }) => isSure)) return undefined;
  const having = variants.filter(({ isThere }) => isThere);
  if (field === undefined || having.length === variants.length) return { values: [] };
  return { field, values: having.flatMap(({ value }) => value ?? []) };
}

/** What it is, and when it is there. */
export function detailWith(detail: string, presence: Presence | undefined): string {
  if (!presence) return detail;
  return [detail, presenceText(presence)].filter((part) => part !== '').join(' · ');
}

function presenceText({ field, values }: Presence): string {
  return field === undefined
    ? texts.expressions.notAlways
    : texts.expressions.onlyIf(field, values.join(', '));
}
