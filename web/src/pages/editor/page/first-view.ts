import { indexOfNode, listIn } from '../../../document/raw.ts';
import { drawnDocument } from '../model/read-model.ts';
import { panels } from '../state/panel.ts';
import type { Panel, PanelFocus } from '../state/panel.ts';
import type { EditorStore } from '../state/store.ts';
import type { EditorSearch } from '../state/editor-search.ts';

/** What is broken is seen in its text; otherwise the address may name a panel. */
export function firstPanel(store: EditorStore, hash: string): Panel {
  const { document, fault } = store.getState().history.present;
  const isDrawn = drawnDocument(document).draft.nodes.length === listIn(document, 'nodes').length;
  if (fault || !isDrawn) return 'yaml';
  return panels.find((panel) => panel === hash) ?? 'settings';
}

/** The field that the address names, where its node is there. */
export function firstFocus(
  store: EditorStore,
  { node, field }: EditorSearch,
): { focus: PanelFocus } | undefined {
  if (node === undefined || field === undefined) return undefined;
  const index = indexOfNode(store.getState().history.present.document, node);
  return index < 0 ? undefined : { focus: { at: `nodes.${index}.${field}` } };
}
