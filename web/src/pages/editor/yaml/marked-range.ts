import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import type { DecorationSet } from '@codemirror/view';
import type { TextRange } from '../../../document/locate.ts';

/** Marks the line at which a range begins; undefined marks none. */
export const setMarkedRange = StateEffect.define<TextRange | undefined>();

const line = Decoration.line({ class: 'cm-marked-node' });

export const rangeMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects, state }) {
    for (const effect of effects) {
      if (!effect.is(setMarkedRange)) continue;
      if (!effect.value) return Decoration.none;
      const { from } = state.doc.lineAt(Math.min(effect.value.from, state.doc.length));
      return Decoration.set(line.range(from));
    }
    return marks.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
