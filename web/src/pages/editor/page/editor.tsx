import { useLocation, useBlocker, useSearch } from '@tanstack/react-router';
import { useMemo, useCallback, useRef, useState } from 'react';
import { Split } from '../../../components/layout/split.tsx';
import { useMedia } from '../../../components/hooks/use-media.ts';
import { Announcer } from '../../../components/announcer/announcer.tsx';
import { KeptInFile } from '../code/kept-in-file.tsx';
import { placeOfSelection } from '../canvas/menu/menu-place.ts';
import { EditorCanvas } from '../canvas/editor-canvas.tsx';
import { useView, ViewContext, noView } from '../state/canvas-view.ts';
import { HelpDialog } from '../commands/help-dialog.tsx';
import { Palette } from '../commands/palette.tsx';
import { useEdits } from '../commands/use-edits.ts';
import { useKeys } from '../commands/use-keys.ts';
import { useSave } from '../commands/use-save.ts';
import { useSearch as useCommandSearch } from '../commands/use-search.ts';
import { idsIn } from '../../../document/raw.ts';
import { ModelProvider } from '../model/provider.tsx';
import { useSurface, SurfaceContext } from '../state/panel.ts';
import type { Panel, AddAt, PaletteMode, PanelFocus } from '../state/panel.ts';
import type { EditorStore } from '../state/store.ts';
import { EditorStoreContext, useEditorStore, useEditor } from '../state/use-editor.ts';
import { EditorHeader } from './editor-header.tsx';
import type { EditorSearch } from '../state/editor-search.ts';
import { firstFocus, firstPanel } from './first-view.ts';
import { FromRun } from './from-run.tsx';
import { Restored } from './restored.tsx';
import { SidePanel } from './side-panel.tsx';
import { texts } from '../texts.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Dialog, DialogActions } from '../../../components/dialogs/dialog.tsx';
import { isDirty } from '../state/store.ts';
import type { Saving } from '../commands/use-save.ts';
import { Comparison } from '../versions/comparison.tsx';
import type { ReactNode } from 'react';
import type { MenuPlace } from '../../../components/controls/context-menu.tsx';
import type { CanvasView } from '../state/canvas-view.ts';

/** Where the canvas and what stands beside it both have room. */
const roomForBoth = '(min-width: 900px)';

/** The editor over a store: canvas, settings, YAML and problems of one document. */
export function Editor({ store }: { store: EditorStore }) {
  const { hash } = useLocation();
  const search: EditorSearch = useSearch({ strict: false });
  return (
    <EditorStoreContext value={store}>
      <SurfaceProvider panel={firstPanel(store, hash)} focus={firstFocus(store, search)}>
        <ModelProvider>
          <Workbench />
        </ModelProvider>
      </SurfaceProvider>
    </EditorStoreContext>
  );
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
  useCommandSearch(context);
  const isWide = useMedia(roomForBoth);
  return (
    <div className="flex h-full flex-col">
      <EditorHeader context={context} saving={saving} />
      <KeptInFile />
      <Restored />
      <FromRun />
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
      <Announcer />
    </div>
  );
}

/** Asks before one leaves with changes that are not saved. */
function LeaveGuard() {
  const store = useEditorStore();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && isDirty(store.getState()),
    enableBeforeUnload: () => isDirty(store.getState()),
    withResolver: true,
  });

  function throwAway() {
    // What is as it was saved is not kept either.
    store.getState().editText(store.getState().saved.text);
    proceed?.();
  }

  return (
    <Dialog title={texts.leave.title} isOpen={status === 'blocked'} onClose={() => reset?.()}>
      <p>{texts.leave.note}</p>
      <DialogActions>
        <Button look="danger" onClick={throwAway}>
          {texts.leave.discard}
        </Button>
        <Button onClick={() => proceed?.()}>{texts.leave.leave}</Button>
        <Button look="primary" onClick={() => reset?.()}>
          {texts.leave.stay}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Somebody else has saved meanwhile: shows both, and asks which one is to stay. */
function ConflictDialog({ saving }: { saving: Saving }) {
  const { conflict, closeConflict, save } = saving;
  const store = useEditorStore();
  const text = useEditor(({ history }) => (conflict ? history.present.text : ''));
  if (!conflict) return null;
  const { name, revision } = conflict;

  function takeTheirs() {
    store.getState().markSaved({ name, text: conflict?.text ?? '', revision });
    store.getState().editText(conflict?.text ?? '');
    closeConflict();
  }

  function keepMine() {
    closeConflict();
    void save(revision);
  }

  return (
    <Dialog title={texts.conflict.title} isOpen isWide onClose={closeConflict}>
      <Comparison
        before={{ title: texts.conflict.theirs, text: conflict.text }}
        after={{ title: texts.conflict.mine, text }}
      />
      <DialogActions>
        <Button onClick={closeConflict}>{texts.conflict.keepEditing}</Button>
        <Button onClick={takeTheirs}>{texts.conflict.takeTheirs}</Button>
        <Button look="danger" onClick={keepMine}>
          {texts.conflict.keepMine}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type SurfaceProviderProps = {
  panel: Panel;
  focus: { focus: PanelFocus } | undefined;
  children: ReactNode;
};

/** Keeps what is open around the canvas. */
function SurfaceProvider({ panel: first, focus: firstRequest, children }: SurfaceProviderProps) {
  const view = useRef<CanvasView>(noView);
  const [panel, revealPanel] = useState(first);
  const [isCanvasShown, showCanvas] = useState(first === 'settings' && !firstRequest);
  const [focusRequest, setFocusRequest] = useState(firstRequest);
  const [palette, setPalette] = useState<{ mode: PaletteMode; addAt: AddAt | undefined }>();
  const [menu, setMenu] = useState<MenuPlace>();
  const [isStartOpen, showStart] = useState(false);
  const [isHelpOpen, showHelp] = useState(false);

  const showPanel = useCallback((next: Panel, focus: PanelFocus = 'first') => {
    revealPanel(next);
    showCanvas(false);
    setFocusRequest({ focus });
  }, []);
  const openPalette = useCallback(
    (mode: PaletteMode, addAt?: AddAt) => setPalette({ mode, addAt }),
    [],
  );
  const closePalette = useCallback(() => setPalette(undefined), []);
  const openMenu = useCallback((place?: MenuPlace) => setMenu(place ?? placeOfSelection()), []);
  const closeMenu = useCallback(() => setMenu(undefined), []);

  const surface = useMemo(
    () => ({
      panel,
      showPanel,
      revealPanel,
      isCanvasShown,
      showCanvas,
      focusRequest,
      palette: palette?.mode,
      addAt: palette?.addAt,
      openPalette,
      closePalette,
      menu,
      openMenu,
      closeMenu,
      isStartOpen,
      showStart,
      isHelpOpen,
      showHelp,
    }),
    [
      panel,
      showPanel,
      isCanvasShown,
      focusRequest,
      palette,
      openPalette,
      closePalette,
      menu,
      openMenu,
      closeMenu,
      isStartOpen,
      isHelpOpen,
    ],
  );
  return (
    <ViewContext value={view}>
      <SurfaceContext value={surface}>{children}</SurfaceContext>
    </ViewContext>
  );
}
