import { Suspense, lazy, useState } from 'react';
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import { KeysDialog } from './keys-dialog.tsx';
import { useAppKeys } from './use-app-keys.ts';
import { texts } from './texts.ts';

const loadPalette = () => import('./palette/app-palette.tsx');
const AppPalette = lazy(async () => ({ default: (await loadPalette()).AppPalette }));

/**
 * What opens over a page by a key.
 * @param props.children draws the button that opens the palette.
 */
export function Overlays({ children }: { children: (openPalette: () => void) => ReactNode }) {
  const [shown, setShown] = useState<'palette' | 'keys'>();
  const close = () => setShown(undefined);
  useAppKeys({ 'Mod+K': () => void openPalette(), '?': () => setShown('keys') });

  /** Where it does not come, the page stays. */
  async function openPalette() {
    try {
      await loadPalette();
      setShown('palette');
    } catch {
      toast.error(texts.notices.notOpened);
    }
  }

  return (
    <>
      {children(() => void openPalette())}
      {shown === 'palette' && (
        <Suspense fallback={null}>
          <AppPalette onClose={close} />
        </Suspense>
      )}
      {shown === 'keys' && <KeysDialog onClose={close} />}
    </>
  );
}
