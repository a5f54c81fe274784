import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx';

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
    title: 'Let agents trade for',
    action: 'Let them trade',
    outcome: 'Agents and runs can place orders on behalf of this user at once, within the gates.',
  },
  off: {
    title: 'Stop AI trading for',
    action: 'Stop it',
    outcome:
      'No order is taken on behalf of this user from now on, also in runs that go on. Orders that work stay, and can be canceled.',
  },
  '': {
    title: 'Trade as everyone for',
    action: 'Set it so',
    outcome: 'Whether agents may place orders is then as Baton was started (BATON_AI_TRADING).',
  },
};

/** Asks before the switch of a user's trading is turned. */
export function TradingConfirm({ user, choice, ...dialog }: TradingConfirmProps) {
  const { title, action, outcome } = questions[choice]!;
  return (
    <ConfirmDialog title={`${title} ${user}?`} action={action} keep="Back" {...dialog}>
      <p>{outcome}</p>
    </ConfirmDialog>
  );
}
