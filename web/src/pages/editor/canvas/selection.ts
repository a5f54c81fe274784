import type { Selection } from '../state/store.ts';

type Change = { type: string; id?: string; selected?: boolean };

/** What is selected after changes that the canvas tells of; the same object where nothing changes. */
export function applied(
  selection: Selection,
  what: 'nodes' | 'edges',
  changes: readonly Change[],
): Selection {
  const chosen = new Set(selection[what]);
  const before = [...chosen].join('\n');
  for (const { type, id, selected } of changes) {
    if (type !== 'select' || id === undefined) continue;
    if (selected) chosen.add(id);
    else chosen.delete(id);
  }
  if ([...chosen].join('\n') === before) return selection;
  return { ...selection, [what]: [...chosen] };
}
