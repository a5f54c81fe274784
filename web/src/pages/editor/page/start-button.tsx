import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { Suspense, lazy } from 'react';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { startRun } from '../commands/commands.ts';
import type { CommandContext } from '../commands/commands.ts';
import { texts } from '../texts.ts';

const StartForm = lazy(async () => {
  const { StartForm: form } = await import('../../pipelines/start/start-form.tsx');
  return { default: form };
});

type StartButtonProps = { name: string; hasChanges: boolean; context: CommandContext };

/** Asks here for what a run needs and starts it: its page shows it on the same canvas. */
export function StartButton({ name, hasChanges, context }: StartButtonProps) {
  const { isStartOpen, showStart } = context.surface;
  return (
    <>
      <Button
        title={hasChanges ? texts.header.savesFirst : undefined}
        disabled={context.saving.isSaving}
        onClick={() => void startRun(context)}
      >
        <Play aria-hidden className="size-4" />
        {texts.header.start}
      </Button>
      {isStartOpen && <StartDialog name={name} onClose={() => showStart(false)} />}
    </>
  );
}

function StartDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { data, error } = useQuery(queries.livePipeline(name));
  return (
    <Dialog title={texts.header.startTitle(data?.title ?? name)} isOpen onClose={onClose}>
      {error && !data && <p className="text-bad">{error.message}</p>}
      <Suspense fallback={<p className="text-muted">{texts.page.loading}</p>}>
        {data && <StartForm pipeline={data} />}
      </Suspense>
    </Dialog>
  );
}
