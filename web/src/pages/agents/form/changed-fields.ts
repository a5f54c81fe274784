import type { Section, SectionTexts } from './agent-sections.ts';

/** A field whose text differs. */
export type ChangedField = { path: string; label: string; before: string; after: string };

/** The fields of a form that differ between two states of it. */
export function changedFields(
  sections: Section[],
  before: SectionTexts,
  after: SectionTexts,
): ChangedField[] {
  return sections.flatMap(({ path, fields }) =>
    fields.flatMap(({ name, label }) => {
      const was = before[path]?.[name]?.trim() ?? '';
      const is = after[path]?.[name]?.trim() ?? '';
      if (was === is) return [];
      return [{ path: path === '' ? name : `${path}.${name}`, label, before: was, after: is }];
    }),
  );
}

/** The texts with some of their fields as they are after a change. */
export function withChanges(
  sections: Section[],
  texts: SectionTexts,
  changes: ChangedField[],
): SectionTexts {
  const afterAt = new Map(changes.map(({ path, after }) => [path, after]));
  return Object.fromEntries(
    sections.map(({ path, fields }) => [
      path,
      Object.fromEntries(
        fields.map(({ name }) => {
          const at = path === '' ? name : `${path}.${name}`;
          return [name, afterAt.get(at) ?? texts[path]?.[name] ?? ''];
        }),
      ),
    ]),
  );
}
