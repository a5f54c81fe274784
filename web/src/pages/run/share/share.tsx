import { Download, Link2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLack } from '../../../api/use-right.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Menu } from '../../../components/controls/menu.tsx';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { useRunContext } from '../run-context.ts';
import { shareTexts } from './texts.ts';
import { useSaveHtml } from './use-save-html.ts';

const ShareDialog = lazy(() => import('./share-dialog.tsx'));

/** Shares a run by a link, and saves one that has ended as a file: buttons, or on a phone a menu. */
export function Share() {
  const { run, hasEnded } = useRunContext();
  const [isOpen, setIsOpen] = useState(false);
  const { save, isSaving } = useSaveHtml();
  const mayShare = useLack('operate') === undefined;
  const share = () => setIsOpen(true);
  const items = [
    ...(mayShare ? [{ title: shareTexts.link.button, icon: Link2, onSelect: share }] : []),
    ...(hasEnded ? [{ title: shareTexts.button, icon: Download, onSelect: save }] : []),
  ];
  return (
    <>
      <span className="hidden md:contents">
        <RightButton right="operate" look="quiet" title={shareTexts.link.hint} onClick={share}>
          <Link2 aria-hidden className="size-4" />
          {shareTexts.link.button}
        </RightButton>
        {hasEnded && (
          <Button look="quiet" title={shareTexts.hint} disabled={isSaving} onClick={save}>
            <Download aria-hidden className="size-4" />
            {shareTexts.button}
          </Button>
        )}
      </span>
      {items.length > 0 && (
        <span className="md:hidden">
          <Menu label={shareTexts.more} items={items} />
        </span>
      )}
      {isOpen && (
        <Suspense>
          <ShareDialog runId={run.id} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
