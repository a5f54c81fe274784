import { useEffect } from 'react';
import type { CSSProperties } from 'react';
import { Toaster as Notices, toast } from 'sonner';
import { useMedia } from '../hooks/use-media.ts';
import { useTheme } from '../theme/theme.ts';
import { showWith } from './toast.ts';

/** The colours of the app in place of the library's own. */
const look = {
  fontFamily: 'inherit',
  '--normal-bg': 'var(--raised)',
  '--normal-bg-hover': 'var(--hover)',
  '--normal-border': 'var(--line)',
  '--normal-border-hover': 'var(--line-strong)',
  '--normal-text': 'var(--text)',
} as CSSProperties;

/** Short notices: at the foot of the page, beside what is pressed at its right, and on a phone at its head. */
export default function Toaster() {
  // After the effects of what draws them: only then it hears of one.
  useEffect(() => showWith(toast), []);
  const isWide = useMedia('(min-width: 768px)');
  return (
    <Notices
      position={isWide ? 'bottom-center' : 'top-center'}
      theme={useTheme()}
      closeButton
      style={look}
      mobileOffset={8}
    />
  );
}
