import { EditorState, EditorSelection } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { replacement } from './replacement.ts';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import type { KeyBinding } from '@codemirror/view';

/** Puts the cursor at a place of the text, or draws the selection up to it. */
function goTo(place: (view: EditorView) => number, isSelecting: boolean) {
  return (view: EditorView): boolean => {
    const head = place(view);
    const anchor = isSelecting ? view.state.selection.main.anchor : head;
    view.dispatch({
      selection: EditorSelection.range(anchor, head),
      scrollIntoView: true,
      userEvent: 'select',
    });
    return true;
  };
}

const start = () => 0;
const end = ({ state }: EditorView) => state.doc.length;

function selectAll(view: EditorView): boolean {
  view.dispatch({ selection: { anchor: 0, head: view.state.doc.length }, userEvent: 'select' });
  return true;
}

/** The keys that the browser could not answer: it knows only the lines that are drawn. The others are its own. */
const codeKeys = ({ isYaml }: { isYaml: boolean }): KeyBinding[] => [
  { key: 'Enter', run: (view) => newLine(view, { isYaml }) },
  { key: 'Mod-a', run: selectAll },
  { key: 'Mod-Home', mac: 'Cmd-ArrowUp', run: goTo(start, false), shift: goTo(start, true) },
  { key: 'Mod-End', mac: 'Cmd-ArrowDown', run: goTo(end, false), shift: goTo(end, true) },
];

/** Begins a new line as far in as the one before; in YAML further in after a colon. */
function newLine(view: EditorView, { isYaml }: { isYaml: boolean }): boolean {
  const { state } = view;
  if (state.readOnly) return false;
  const { from, to } = state.selection.main;
  const line = state.doc.lineAt(from);
  const before = line.text.slice(0, from - line.from);
  const indent = /^\s*/.exec(before)?.[0] ?? '';
  const deeper = isYaml && /:\s*$/.test(before) ? '  ' : '';
  const insert = `\n${indent}${deeper}`;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input',
  });
  return true;
}

/** Code in the colours of the app, in light and dark. */
const codeLook = [
  EditorView.theme({
    '&': { color: 'var(--text)', backgroundColor: 'transparent', fontSize: '12px' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6' },
    '.cm-content': { caretColor: 'var(--text)', padding: '6px 0' },
    '.cm-cursor': { borderLeftColor: 'var(--text)' },
    '.cm-line': { padding: '0 8px' },
    '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--muted)', border: 'none' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
    '.cm-tooltip': {
      backgroundColor: 'var(--raised)',
      color: 'var(--text)',
      border: '1px solid var(--line)',
      borderRadius: '6px',
      overflow: 'hidden',
    },
    '.cm-tooltip-autocomplete ul li': { padding: '3px 8px !important' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': {
      backgroundColor: 'var(--accent-fill)',
      color: 'white',
    },
    '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--muted)' },
    '[aria-selected] .cm-completionDetail': { color: 'inherit' },
    '.cm-placeholder': { color: 'var(--muted)' },
    '.cm-diagnostic': { padding: '4px 8px' },
    '.cm-marked-node': { backgroundColor: 'var(--hover)' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
      { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
      { tag: [tags.comment, tags.lineComment], color: 'var(--muted)', fontStyle: 'italic' },
      { tag: [tags.keyword, tags.bool, tags.number, tags.null], color: 'var(--busy)' },
      { tag: [tags.punctuation, tags.separator], color: 'var(--muted)' },
    ]),
  ),
];

type CodeFieldProps = {
  text: string;
  /** Whether a text that was typed means what `text` does: then it stays as it was typed. */
  isSame?: (typed: string) => boolean;
  onChange: (text: string) => void;
  /** Names the field for those who do not see it. */
  label: string;
  describedBy?: string | undefined;
  isInvalid?: boolean;
  /** Whether a colon begins something further in. Read when the field is made. */
  isYaml?: boolean;
  /** What it can do beyond typing. Read when the field is made. */
  extensions?: Extension;
  /** Called with the view when there is one, and with nothing when it is gone. */
  onView?: (view: EditorView | undefined) => void;
  className?: string;
};

/** A field for code. Undo is left to the page, whose history covers more than this field. */
export function CodeField(props: CodeFieldProps) {
  const { text, isSame = (typed) => typed === text, label, describedBy, isInvalid } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!host.current) return undefined;
    const created = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.text,
        extensions: [
          codeLook,
          EditorView.lineWrapping,
          latest.current.extensions ?? [],
          keymap.of(codeKeys({ isYaml: latest.current.isYaml ?? false })),
          EditorView.updateListener.of(({ docChanged, state }) => {
            const typed = state.doc.toString();
            if (docChanged && typed !== latest.current.text) latest.current.onChange(typed);
          }),
        ],
      }),
    });
    view.current = created;
    latest.current.onView?.(created);
    return () => {
      latest.current.onView?.(undefined);
      created.destroy();
    };
  }, []);

  // Before anything else can be typed, or what is typed meanwhile would be undone.
  useLayoutEffect(() => {
    const current = view.current?.state.doc.toString();
    if (current === undefined || current === text || isSame(current)) return;
    view.current?.dispatch({ changes: replacement(current, text) });
  });

  useEffect(() => {
    const content = view.current?.contentDOM;
    content?.setAttribute('aria-label', label);
    setOrRemove(content, 'aria-describedby', describedBy);
    setOrRemove(content, 'aria-invalid', isInvalid ? 'true' : undefined);
  }, [label, describedBy, isInvalid]);

  return <div ref={host} className={props.className} />;
}

function setOrRemove(element: HTMLElement | undefined, name: string, value: string | undefined) {
  if (value === undefined) element?.removeAttribute(name);
  else element?.setAttribute(name, value);
}
