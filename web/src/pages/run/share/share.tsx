import { Link2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { useRunContext } from '../run-context.ts';
import { shareTexts } from './texts.ts';

const ShareDialog = lazy(() => import('./share-dialog.tsx'));

/** The button that shares a run by a link. */
export function Share() {
  const { run } = useRunContext();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <RightButton
        right="operate"
        look="quiet"
        title={shareTexts.link.hint}
        className="max-md:hidden"
        onClick={() => setIsOpen(true)}
      >
        <Link2 aria-hidden className="size-4" />
        {shareTexts.link.button}
      </RightButton>
      {isOpen && (
        <Suspense>
          <ShareDialog runId={run.id} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
