import { EditorState } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { codeKeys } from './code-keys.ts';
import { codeLook } from './look.ts';

import { replacement } from './replacement.ts';

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
