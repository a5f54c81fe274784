import type { Template } from '../../domain.ts';

/** The pipelines of the gallery that serve any work; each comes with an input that it runs with. */
export const generalTemplates: readonly Template[] = [
  {
    name: 'support-triage',
    field: 'Support',
    purpose: 'Sorts a ticket, drafts the reply, and a person reads it before it goes.',
    words: 'customer help desk mail answer email complaint refund classify inbox',
  },
  {
    name: 'invoice-extraction',
    field: 'Documents',
    purpose: 'Takes the fields out of an invoice and checks that the amounts add up.',
    words: 'extract document pdf receipt bill data fields table accounting form contract',
  },
  {
    name: 'code-review',
    field: 'Software',
    purpose: 'Two reviewers look at a change: one for mistakes, one for what can be abused.',
    words: 'pull request diff bug security merge commit developer programming',
  },
  {
    name: 'incident-summary',
    field: 'Operations',
    purpose: 'Turns the log of an incident into the summary that one sends round.',
    words: 'outage postmortem alert log timeline cause server downtime report',
  },
  {
    name: 'meeting-notes',
    field: 'Office',
    purpose: 'Takes decisions, tasks and open questions out of a meeting, and writes the mail.',
    words: 'minutes transcript action items summary summarize call protocol',
  },
  {
    name: 'committee-vote',
    field: 'Decisions',
    purpose: 'Three members vote on a proposal; two votes are enough to go on.',
    words: 'quorum vote opinions judges panel decide board proposal parallel majority experts',
  },
  {
    name: 'write-and-review',
    field: 'Writing',
    purpose: 'Writes a text and improves it until a reviewer approves.',
    words: 'loop draft reviewer article blog paragraph improve text critic repeat',
  },
  {
    name: 'ship-when-paid',
    field: 'Operations',
    purpose: 'Waits for the event of a payment, a day at most, then ships or reminds.',
    words: 'wait event webhook order payment timeout reminder shop logistics',
  },
];
