import type { DomainSwitch } from '../domain.ts';

export const switches: readonly DomainSwitch[] = [
  {
    name: 'aiTrading',
    setting: 'BATON_AI_TRADING',
    title: 'AI trading',
    label: 'orders',
    description: 'Whether orders can be placed for the user',
    help: 'Whether agents and runs can place orders for the user',
    optionHelp: 'whether orders can be placed for the user',
    subject: 'trading by Baton',
    toolField: {
      name: 'needsAiTrading',
      description: 'Whether the user must have allowed Baton to trade',
    },
    confirm: {
      on: {
        title: 'Allow AI trading for',
        action: 'Allow trading',
        outcome: 'Agents and runs can place orders for this user from now on, within the gates.',
      },
      off: {
        title: 'Stop AI trading for',
        action: 'Stop trading',
        outcome:
          'Baton accepts no new orders for this user, not even from runs in progress. Open orders stay and can be cancelled.',
      },
      asEveryone: {
        title: 'Use the default for',
        action: 'Use default',
        outcome: 'BATON_AI_TRADING then decides whether agents can place orders.',
      },
    },
    note: 'Users can cancel orders whatever you set here, unless `cancel_paper_order` is denied.',
  },
];
