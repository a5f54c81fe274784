import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Code in the colours of the app, in light and dark. */
export const codeLook = [
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
