import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Split } from '../../../components/layout/split.tsx';
import { useMedia } from '../../../components/hooks/use-media.ts';
import { EditorCanvas } from '../canvas/editor-canvas.tsx';
import { useView } from '../state/canvas-view.ts';
import { HelpDialog } from '../commands/help-dialog.tsx';
import { Palette } from '../commands/palette.tsx';
import { useEdits } from '../commands/use-edits.ts';
import { useKeys } from '../commands/use-keys.ts';
import { useSave } from '../commands/use-save.ts';
import { idsIn, listIn } from '../../../document/raw.ts';
import { ModelProvider } from '../model/provider.tsx';
import { drawnDocument } from '../model/read-model.ts';
import { panels, useSurface } from '../state/panel.ts';
import type { Panel } from '../state/panel.ts';
import type { EditorStore } from '../state/store.ts';
import { EditorStoreContext, useEditorStore } from '../state/use-editor.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { EditorHeader } from './editor-header.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { SidePanel } from './side-panel.tsx';
import { SurfaceProvider } from './surface-provider.tsx';
import { texts } from '../texts.ts';

/** Where the canvas and what stands beside it both have room. */
const roomForBoth = '(min-width: 900px)';

/** The editor over a store: canvas, settings, YAML and problems of one document. */
export function Editor({ store }: { store: EditorStore }) {
  const { hash } = useLocation();
  return (
    <EditorStoreContext value={store}>
      <SurfaceProvider panel={firstPanel(store, hash)}>
        <ModelProvider>
          <Workbench />
        </ModelProvider>
      </SurfaceProvider>
    </EditorStoreContext>
  );
}

/** What is broken is seen in its text; otherwise the address may name a panel. */
function firstPanel(store: EditorStore, hash: string): Panel {
  const { document, fault } = store.getState().history.present;
  const isDrawn = drawnDocument(document).draft.nodes.length === listIn(document, 'nodes').length;
  if (fault || !isDrawn) return 'yaml';
  return panels.find((panel) => panel === hash) ?? 'settings';
}

function Workbench() {
  const store = useEditorStore();
  const edits = useEdits();
  const saving = useSave();
  const surface = useSurface();
  const view = useView();
  const context = useMemo(
    () => ({
      store,
      edits,
      saving,
      surface,
      view,
      ids: () => idsIn(store.getState().history.present.document),
    }),
    [store, edits, saving, surface, view],
  );
  useKeys(context);
  const isWide = useMedia(roomForBoth);
  return (
    <div className="flex h-full flex-col">
      <EditorHeader context={context} saving={saving} />
      <div className="min-h-0 flex-1">
        {isWide ? (
          <Split
            name="editor-panel"
            direction="columns"
            label={texts.page.panelWidth}
            initial={400}
            minimum={300}
            first={<EditorCanvas context={context} />}
            second={<SidePanel />}
          />
        ) : (
          <SidePanel canvas={<EditorCanvas context={context} />} />
        )}
      </div>
      <Palette context={context} />
      <HelpDialog />
      <ConflictDialog saving={saving} />
      <LeaveGuard />
    </div>
  );
}
