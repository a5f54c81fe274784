import type { ComponentProps } from 'react';
import type { Right } from '../../../../contracts/access/roles.ts';
import { useLack } from '../../api/use-right.ts';
import { Button } from './button.tsx';

type RightButtonProps = ComponentProps<typeof Button> & {
  /** What whoever presses it must be allowed to do. */
  right: Right;
};

/** A button that cannot be pressed, and says why, where one may not do what it does. */
export function RightButton({ right, disabled, title, ...rest }: RightButtonProps) {
  const lack = useLack(right);
  return (
    <Button
      isOnce
      {...rest}
      disabled={disabled || lack !== undefined}
      title={lack ?? title}
      aria-description={lack}
    />
  );
}
