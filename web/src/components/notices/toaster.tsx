import { useEffect } from 'react';
import { Toaster as Notices, toast } from 'sonner';
import { useMedia } from '../hooks/use-media.ts';
import { useTheme } from '../theme/theme.ts';
import { showWith } from './toast.ts';

/** Short notices: at the foot of the page, and on a phone at its head, where they cover nothing that a thumb is about to press. */
export default function Toaster() {
  // After the effects of what draws them: only then it hears of one.
  useEffect(() => showWith(toast), []);
  const isWide = useMedia('(min-width: 768px)');
  return (
    <Notices
      position={isWide ? 'bottom-right' : 'top-center'}
      theme={useTheme()}
      closeButton
      style={{ fontFamily: 'inherit' }}
      mobileOffset={8}
    />
  );
}
