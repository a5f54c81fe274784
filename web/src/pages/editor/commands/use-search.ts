import { useMemo } from 'react';
import { usePageGroups } from '../../../components/palette/page-groups.ts';
import { isKind, nodeIn } from '../../../document/raw.ts';
import { kindLook } from '../../../nodes/index.ts';
import { commands } from './commands.ts';
import type { CommandContext } from './commands.ts';
import { texts } from '../texts.ts';

/** Adds the editor's commands and the nodes of its document to the search. */
export function useSearch(context: CommandContext): void {
  usePageGroups(
    useMemo(
      () => [
        { title: texts.palette.commands, items: () => commandItems(context) },
        { title: texts.palette.goTo, items: () => nodeItems(context) },
      ],
      [context],
    ),
  );
}

function commandItems(context: CommandContext) {
  return commands
    .filter(({ canRun }) => !canRun || canRun(context))
    .map(({ id, title, keys: [keys], run }) => ({ id, title, keys, run: () => run(context) }));
}

function nodeItems({ store, ids, view }: CommandContext) {
  const { document } = store.getState().history.present;
  return ids().map((id) => {
    const { kind, title } = nodeIn(document, id) ?? {};
    return {
      id,
      title: typeof title === 'string' && title !== '' ? title : id,
      detail: id,
      ...(isKind(kind) && { icon: kindLook(kind).icon }),
      run: () => view.current.focusCard(id),
    };
  });
}
