import type { DomainSwitch } from '../domain.ts';

export const switches: readonly DomainSwitch[] = [
  {
    name: 'aiTrading',
    setting: 'BATON_AI_TRADING',
    title: 'AI trading',
    label: 'orders',
    description: 'Whether orders may be placed on behalf of the user',
    help: 'Whether agents and runs may place orders on behalf of the user',
    optionHelp: 'whether orders may be placed for the user',
    subject: 'trading by Baton',
    toolField: {
      name: 'needsAiTrading',
      description: 'Whether the user must have let Baton trade',
    },
    confirm: {
      on: {
        title: 'Let agents trade for',
        action: 'Let them trade',
        outcome:
          'Agents and runs can place orders on behalf of this user at once, within the gates.',
      },
      off: {
        title: 'Stop AI trading for',
        action: 'Stop it',
        outcome:
          'No order is taken on behalf of this user from now on, also in runs that go on. Orders that work stay, and can be canceled.',
      },
      asEveryone: {
        title: 'Trade as everyone for',
        action: 'Set it so',
        outcome: 'Whether agents may place orders is then as Baton was started (BATON_AI_TRADING).',
      },
    },
    note: 'Orders can be canceled whatever is set here, unless `cancel_paper_order` itself is denied.',
  },
];
