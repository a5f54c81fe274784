import { useEffect } from 'react';
import { Toaster as Notices, toast } from 'sonner';
import { useTheme } from '../theme/theme.ts';
import { showWith } from './toast.ts';

/** Short notices at the foot of the page. */
export default function Toaster() {
  // After the effects of what draws them: only then it hears of one.
  useEffect(() => showWith(toast), []);
  return (
    <Notices
      position="bottom-right"
      theme={useTheme()}
      closeButton
      style={{ fontFamily: 'inherit' }}
      mobileOffset={{ bottom: 72 }}
    />
  );
}
