import { Tabs } from 'radix-ui';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { idsIn } from '../../../document/raw.ts';
import { useView } from '../state/canvas-view.ts';
import { PhoneCanvas } from '../canvas/phone-canvas.tsx';
import { Inspector } from '../inspector/inspector.tsx';
import { useModel } from '../model/model.ts';
import { useProblemCount } from '../model/use-problem-count.ts';
import { ProblemsView } from '../problems/problems-view.tsx';
import { panels, useSurface } from '../state/panel.ts';
import type { Panel } from '../state/panel.ts';
import { useEditor, useEditorStore } from '../state/use-editor.ts';
import { VersionsView } from '../versions/versions-view.tsx';
import { YamlView } from '../yaml/yaml-view.tsx';
import { texts } from '../texts.ts';

const views: Record<Panel, { title: string; view: () => ReactNode }> = {
  settings: { title: texts.panel.settings, view: Inspector },
  yaml: { title: texts.panel.yaml, view: YamlView },
  problems: { title: texts.panel.problems, view: ProblemsView },
  versions: { title: texts.panel.versions, view: VersionsView },
};

const tabLook =
  'shrink-0 border-b-2 border-transparent px-2.5 py-2 text-muted data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-text';

const fields = 'input, select, textarea, [contenteditable="true"]';
const focusable = `${fields}, button:not([aria-label^="Delete"], [data-aside] *), a:not([data-aside] *)`;

/** The focus goes where it was asked to once: made anew in a wider window, the panel must not take it from where one types. */
const answered = new WeakSet<object>();

type SidePanelProps = {
  /** In a narrow window the canvas is one of the tabs. */
  canvas?: ReactNode;
};

/** What stands beside the canvas: settings, YAML, problems, versions. Escape leads back to the canvas. */
export function SidePanel({ canvas }: SidePanelProps) {
  const { panel, revealPanel, focusRequest, isCanvasShown, showCanvas } = useSurface();
  const open = canvas && isCanvasShown ? 'canvas' : panel;
  const count = useProblemCount();
  const store = useEditorStore();
  const selected = useEditor(({ selection }) => selection.nodes[0] ?? selection.edges[0]);
  const view = useView();
  const frame = useRef<HTMLDivElement>(null);
  // Arguments that are not given have their fields once it is known what there is.
  const isComplete = useModel().catalogue !== undefined;

  useEffect(() => {
    const content = frame.current?.querySelector('[role="tabpanel"][data-state="active"]');
    if (content && panel === 'settings') content.scrollTop = 0;
    // The settings of something else begin at their top.
  }, [selected, panel]);

  useEffect(() => {
    if (!focusRequest || answered.has(focusRequest)) return;
    const content = frame.current?.querySelector('[role="tabpanel"][data-state="active"]');
    const { focus } = focusRequest;
    const first = content?.querySelector<HTMLElement>(focusable);
    if (focus === 'first') {
      answered.add(focusRequest);
      return first?.focus();
    }
    const invalid = () => content?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const asked = focus === 'problem' ? undefined : controlAt(content, focus.at, isComplete);
    if (asked === 'later') return;
    answered.add(focusRequest);
    (asked ?? invalid() ?? first)?.focus();
  }, [focusRequest, isComplete]);

  return (
    <Tabs.Root
      ref={frame}
      value={open}
      onValueChange={(value) => {
        showCanvas(value === 'canvas');
        if (value !== 'canvas') revealPanel(value as Panel);
      }}
      className="flex h-full flex-col bg-surface"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || open === 'canvas') return;
        showCanvas(true);
        const { selection, history } = store.getState();
        const [id] = [...selection.nodes, ...idsIn(history.present.document)];
        if (id !== undefined) view.current.focusCard(id);
        // With an empty canvas it is enough that its keys are no longer typed into a field.
        else if (event.target instanceof HTMLElement) event.target.blur();
      }}
    >
      <Tabs.List
        aria-label={canvas ? texts.panel.views : texts.panel.beside}
        className="flex shrink-0 gap-1 overflow-x-auto border-b border-line px-2 pt-1"
      >
        {canvas && (
          <Tabs.Trigger value="canvas" className={tabLook}>
            {texts.panel.canvas}
          </Tabs.Trigger>
        )}
        {panels.map((name) => (
          <Tabs.Trigger key={name} value={name} className={tabLook}>
            {views[name].title}
            {name === 'problems' && count > 0 && <span className="ml-1.5 text-bad">{count}</span>}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {canvas && (
        <Tabs.Content value="canvas" className="relative min-h-0 flex-1 overflow-hidden">
          <PhoneCanvas canvas={canvas} />
        </Tabs.Content>
      )}
      {panels.map((name) => {
        const { view: View } = views[name];
        return (
          <Tabs.Content
            // Made anew when it is chosen, its content is there at once, and the focus can go into it.
            key={`${name} ${name === open}`}
            value={name}
            data-panel
            className="min-h-0 flex-1 overflow-auto"
          >
            <View />
          </Tabs.Content>
        );
      })}
    </Tabs.Root>
  );
}

/**
 * The first control of what is at a path of the document, else of the nearest part that it is in.
 * @param isComplete whether no field is still to come.
 * @returns `later` where the field itself may still come.
 */
function controlAt(content: Element | null | undefined, path: string, isComplete: boolean) {
  const parts = path.split('.');
  for (let { length } = parts; length > 2; length -= 1) {
    const at = CSS.escape(parts.slice(0, length).join('.'));
    const part = content?.querySelector(`[data-path=${at}]`);
    // Before its field there may be buttons that change how it is asked for.
    const found =
      part?.querySelector<HTMLElement>(fields) ?? part?.querySelector<HTMLElement>(focusable);
    if (found) return found;
    if (!isComplete) return 'later';
  }
  return undefined;
}
