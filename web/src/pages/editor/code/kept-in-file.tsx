import { FileCode } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../../../components/notices/toast.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { readDeployedMark } from '../../../../../contracts/documents/deployed-mark.ts';
import { pipelineCode } from '../../../../../contracts/pipelines/pipeline-code.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Notice } from '../../../components/layout/notice.tsx';
import { lastWritten } from '../state/snapshot.ts';
import { useEditor } from '../state/use-editor.ts';
import { texts } from './texts.ts';

/** Says of a pipeline that was deployed from a file where it is kept, and how a change gets there. */
export function KeptInFile() {
  // What is changed on the canvas leaves the first line as it is.
  const text = useEditor(({ history }) => lastWritten(history.present));
  const name = useEditor(({ saved }) => saved.name);
  const [isOpen, setIsOpen] = useState(false);
  const mark = readDeployedMark(text);
  if (!mark || name === undefined) return null;
  const isCode = !/\.(ya?ml|json)$/.test(mark.file ?? '');
  return (
    <>
      <Notice
        icon={FileCode}
        action={
          isCode && (
            <Button look="quiet" onClick={() => setIsOpen(true)}>
              {texts.open}
            </Button>
          )
        }
      >
        <span className="text-text">{texts.notice(mark.file, isCode)}</span>. {texts.meaning}
      </Notice>
      <Dialog title={texts.title} isOpen={isOpen} isWide onClose={() => setIsOpen(false)}>
        <TakeIntoCode name={name} file={mark.file} />
      </Dialog>
    </>
  );
}

function TakeIntoCode({ name, file = 'FILE.ts' }: { name: string; file: string | undefined }) {
  const document = useEditor(({ history }) => history.present.document) as Json;
  const command = `npx baton pull ${name} --into ${file}`;
  const code = isJsonObject(document) ? pipelineCode(document) : '';
  const look = 'overflow-auto rounded-md bg-canvas p-2 font-mono text-[12px] whitespace-pre';
  return (
    <div className="grid gap-2">
      <p>{texts.command}</p>
      <code className={look}>{command}</code>
      <Button className="justify-self-start" onClick={() => void copy(command)}>
        {texts.copyCommand}
      </Button>
      <p className="mt-2">{texts.whole}</p>
      {/* It scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} className={`max-h-80 ${look}`}>
        {code}
      </pre>
      <Button className="justify-self-start" onClick={() => void copy(code)}>
        {texts.copyCode}
      </Button>
    </div>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(texts.copied);
  } catch {
    toast.error(texts.notCopied);
  }
}
