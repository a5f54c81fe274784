import { History } from 'lucide-react';
import { useState } from 'react';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { usePlace } from '../use-place.ts';
import { useRunContext } from '../run-context.ts';
import { useNewerVersion } from './newer-version.ts';
import { retryTexts } from './texts.ts';
import { RetryDialog } from './retry-dialog.tsx';

/**
 * The button that retries an ended run; it stands out where a newer version of the pipeline may have mended
 * what failed, and nobody has tried that.
 * @param node the node to retry from; left out, the run goes on where it stopped.
 */
export function Retry({ node }: { node?: string }) {
  const { run, hasEnded } = useRunContext();
  const { place, closeDialog } = usePlace();
  const isAskedFor = node === undefined && place.dialog !== undefined;
  const [isOpen, setIsOpen] = useState(isAskedFor);
  // Nothing is left to run of a run that completed, but from a node.
  const isShown = hasEnded && (node !== undefined || run.status !== 'completed');
  const isRetried = run.retriedAs.length > 0;
  const { version, isOldText } = useNewerVersion(run, isShown && node === undefined && !isRetried);
  const close = () => {
    setIsOpen(false);
    if (isAskedFor) closeDialog();
  };
  if (!isShown) return null;
  return (
    <>
      <RightButton
        right="operate"
        look={version ? 'primary' : 'plain'}
        title={retryTexts.hint}
        onClick={() => setIsOpen(true)}
      >
        <History aria-hidden className="size-4" />
        {version && retryTexts.withVersion(isOldText ? undefined : version.number)}
        {!version && (node === undefined ? retryTexts.button : retryTexts.fromHere)}
      </RightButton>
      {isOpen && (
        <RetryDialog
          node={node}
          isLatestWanted={isAskedFor && place.dialog === 'retry-latest'}
          onClose={close}
        />
      )}
    </>
  );
}
