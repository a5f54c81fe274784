import type { DomainSwitch } from '../../../../contracts/domain.ts';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { texts } from './texts.ts';

type SwitchConfirmProps = {
  user: string;
  turned: DomainSwitch;
  /** `on`, `off`, or empty for as everyone. */
  choice: string;
  act: () => Promise<string>;
  onClose: () => void;
  onDone: () => void;
};

/** Asks before a switch of a user is turned. */
export function SwitchConfirm({ user, turned, choice, ...dialog }: SwitchConfirmProps) {
  const { on, off, asEveryone } = turned.confirm;
  const { title, action, outcome } = choice === 'on' ? on : choice === 'off' ? off : asEveryone;
  return (
    <ConfirmDialog title={`${title} ${user}?`} action={action} keep={texts.dialog.back} {...dialog}>
      <p>{outcome}</p>
    </ConfirmDialog>
  );
}
