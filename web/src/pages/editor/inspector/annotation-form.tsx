import { Trash2, X } from 'lucide-react';
import { Button } from '../../../components/controls/button.tsx';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import { annotationsOf, setGroup, setNote } from '../../../document/edits/annotations.ts';
import { useEdits } from '../commands/use-edits.ts';
import { useEditor } from '../state/use-editor.ts';
import { annotationTexts } from '../annotation-texts.ts';

/** What a note says, or what a frame is called and holds. */
export function AnnotationForm({ kind, index }: { kind: 'note' | 'group'; index: number }) {
  return kind === 'note' ? <NoteForm key={index} index={index} /> : <GroupForm index={index} />;
}

function NoteForm({ index }: { index: number }) {
  const { edit, removeSelected } = useEdits();
  const document = useEditor(({ history }) => history.present.document);
  const note = annotationsOf(document).notes[index];
  if (!note) return null;
  return (
    <section aria-label={annotationTexts.noteLabel} className="flex flex-col gap-4 p-4">
      <h2 className="font-semibold">{annotationTexts.noteLabel}</h2>
      <Field label={annotationTexts.noteText} help={annotationTexts.noteHelp}>
        {(control) => (
          <textarea
            {...control}
            rows={6}
            // One that was just left is there to be written.
            autoFocus={note.text === ''}
            maxLength={4000}
            value={note.text}
            onChange={({ target }) =>
              edit((before) => setNote(before, index, { text: target.value }), {
                group: `note.${index}`,
              })
            }
            className={controlLook}
          />
        )}
      </Field>
      <div>
        <Button look="danger" onClick={removeSelected}>
          <Trash2 aria-hidden className="size-4" />
          {annotationTexts.remove}
        </Button>
      </div>
    </section>
  );
}

function GroupForm({ index }: { index: number }) {
  const { edit, removeSelected } = useEdits();
  const document = useEditor(({ history }) => history.present.document);
  const group = annotationsOf(document).groups[index];
  if (!group) return null;
  const { title, nodes } = group;
  return (
    <section aria-label={annotationTexts.groupLabel} className="flex flex-col gap-4 p-4">
      <h2 className="font-semibold">{annotationTexts.groupLabel}</h2>
      <Field label={annotationTexts.groupTitle} help={annotationTexts.noteHelp}>
        {(control) => (
          <input
            {...control}
            maxLength={120}
            value={title}
            onChange={({ target }) =>
              edit((before) => setGroup(before, index, { title: target.value }), {
                group: `group.${index}`,
              })
            }
            className={controlLook}
          />
        )}
      </Field>
      <div>
        <h3 id="members" className="mb-1 text-muted">
          {annotationTexts.members}
        </h3>
        <ul aria-labelledby="members">
          {nodes.map((id) => (
            <li key={id} className="flex items-center gap-2">
              <span className="font-mono text-[12px]">{id}</span>
              <Button
                look="quiet"
                aria-label={annotationTexts.takeOut(id)}
                className="!px-2"
                onClick={() =>
                  edit((before) =>
                    setGroup(before, index, { nodes: nodes.filter((member) => member !== id) }),
                  )
                }
              >
                <X aria-hidden className="size-4" />
              </Button>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <Button look="danger" onClick={removeSelected}>
          <Trash2 aria-hidden className="size-4" />
          {annotationTexts.ungroup}
        </Button>
      </div>
    </section>
  );
}
