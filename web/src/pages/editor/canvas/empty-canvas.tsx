import { Plus } from 'lucide-react';
import { queries } from '../../../api/queries.ts';
import { queryClient } from '../../../api/query-client.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Keys } from '../../../components/keys/key-signs.tsx';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { patchText } from '../../../document/patch-text.ts';
import { readText } from '../../../document/read-text.ts';
import { useTemplates } from '../../gallery/use-templates.ts';
import { StoredDrawing } from '../../pipelines/stored-drawing.tsx';
import { useSurface } from '../state/panel.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { texts } from '../texts.ts';

/** What an empty canvas offers: a first node, or a ready-made pipeline to begin with. */
export function EmptyCanvas() {
  const { templates, titleOf } = useTemplates();
  const { openPalette } = useSurface();
  const store = useEditorStore();

  /** Takes what a stored pipeline says, under the name that this one has. Its drawing has loaded it already. */
  async function begin(name: string) {
    const { text } = await queryClient.ensureQueryData(queries.pipeline(name));
    const { document: own } = store.getState().history.present;
    const { document } = readText(text);
    if (!isJsonObject(document)) return;
    const ownName = isJsonObject(own) ? (own['name'] ?? null) : null;
    store.getState().editText(patchText(text, { ...document, name: ownName }));
  }

  return (
    <div className="pointer-events-none absolute inset-0 z-[5] flex flex-col items-center justify-center-safe gap-5 overflow-y-auto py-2 pl-14">
      <Button look="primary" className="pointer-events-auto" onClick={() => openPalette('add')}>
        <Plus aria-hidden className="size-4" />
        {texts.canvas.addFirst}
        <span className="text-white max-md:hidden">{texts.canvas.addKey}</span>
      </Button>
      {templates.length > 0 && (
        <div className="pointer-events-auto w-full max-w-md px-4">
          <h2 className="mb-2 text-center text-muted">{texts.canvas.orExample}</h2>
          <ul className="grid grid-cols-2 gap-2">
            {templates.map(({ name }) => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => void begin(name)}
                  className="w-full rounded-lg border border-line bg-surface p-2 text-left font-medium hover:bg-hover"
                >
                  <span className="block h-16">
                    <StoredDrawing name={name} />
                  </span>
                  {titleOf(name)}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="text-muted">
        {texts.canvas.allKeys} <Keys combination="?" />
      </p>
    </div>
  );
}
