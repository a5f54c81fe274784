import { useState } from 'react';
import type { ComponentProps } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { RightButton } from '../../components/controls/right-button.tsx';
import { AlertDialog } from './alert-dialog.tsx';

type AlertButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  user: string;
  symbol?: string;
};

/** Opens the dialog for a new alert. */
export function AlertButton({ user, symbol = '', ...button }: AlertButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <RightButton right="operate" {...button} onClick={() => setIsOpen(true)} />
      {isOpen && <AlertDialog user={user} symbol={symbol} onClose={() => setIsOpen(false)} />}
    </>
  );
}
