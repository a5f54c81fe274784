import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx';
import { texts } from './texts.ts';

type TradingConfirmProps = {
  user: string;
  /** `on`, `off`, or empty for as everyone. */
  choice: string;
  act: () => Promise<string>;
  onClose: () => void;
  onDone: () => void;
};

const questions: Record<string, { title: string; action: string; outcome: string }> = {
  on: {
    title: texts.aiTrading.on.title,
    action: texts.aiTrading.on.action,
    outcome: texts.aiTrading.on.note,
  },
  off: {
    title: texts.aiTrading.off.title,
    action: texts.aiTrading.off.action,
    outcome: texts.aiTrading.off.note,
  },
  '': {
    title: texts.aiTrading.default.title,
    action: texts.aiTrading.default.action,
    outcome: texts.aiTrading.default.note,
  },
};

/** Asks before the switch of a user's trading is turned. */
export function TradingConfirm({ user, choice, ...dialog }: TradingConfirmProps) {
  const { title, action, outcome } = questions[choice]!;
  return (
    <ConfirmDialog
      title={`${title} ${user}?`}
      action={action}
      keep={texts.aiTrading.back}
      {...dialog}
    >
      <p>{outcome}</p>
    </ConfirmDialog>
  );
}
