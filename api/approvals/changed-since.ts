import { canonicalJson, isJsonObject } from '../../contracts/base/json.ts';
import type { Json } from '../../contracts/base/json.ts';
import { cutText } from '../../contracts/base/text.ts';
import type { ContentChange } from '../../contracts/api/index.ts';
import type { ApprovalRow } from '../../db/repositories/runs/approvals.ts';
import { whileShowing } from '../../db/sealing.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';

type Content = Pick<ApprovalRow, 'tool' | 'args' | 'show' | 'quorum' | 'approvers'>;

/** Those that a message names. */
const mostNamed = 8;
const mostCharacters = 60;

/**
 * That an approval is not what somebody saw, with what differs. A hash alone tells nothing: it is looked up among what people approved
 * here with changed arguments, and what the run, and those that it retries, have asked for before.
 */
export async function notWhatWasSeen(
  services: Pick<Services, 'approvals' | 'runs'>,
  approval: ApprovalRow,
  seenHash: string,
): Promise<Problem> {
  const { id, hash } = approval;
  const start = `Approval ${id} is not what you saw`;
  const record = `${start}: its hash is ${hash}, not ${seenHash}.`;
  const seen = await whileShowing(() => seenContent(services, approval, seenHash));
  const fix = 'Get it again before you decide.';
  if (!seen) {
    const unknown = `No approval of this run has the hash that you sent.`;
    return new Problem('conflict', `${record} ${unknown} ${fix}`);
  }
  const changes = changesOf(seen.content, approval);
  const named = changes.slice(0, mostNamed).map(changeText);
  const more = changes.length > mostNamed ? `, and ${changes.length - mostNamed} more` : '';
  const detail = `${start}, which is ${seen.name}. Now: ${named.join(', ')}${more}. ${fix}`;
  return new Problem('conflict', detail, undefined, { changes, record });
}

async function seenContent(
  { approvals, runs }: Pick<Services, 'approvals' | 'runs'>,
  approval: ApprovalRow,
  hash: string,
): Promise<{ name: string; content: Content } | undefined> {
  const voice = approval.voices.find((one) => one.hash === hash);
  if (voice) {
    const content = { ...approval, args: voice.args ?? approval.args };
    return { name: `what ${voice.by} approved`, content };
  }
  const line = await runs.requestersOf(approval.runId);
  const earlier = await approvals.ofHash(
    hash,
    line.map(({ id }) => id),
  );
  return earlier && { name: `approval ${earlier.id}`, content: earlier };
}

/** What differs, by its place. */
function changesOf(seen: Content, now: Content): ContentChange[] {
  const contentOf = ({ tool, args, show, quorum, approvers }: Content): Json => ({
    tool,
    args,
    show,
    quorum,
    approvers: [...approvers],
  });
  return differences(contentOf(seen), contentOf(now), '');
}

function differences(seen: Json | undefined, now: Json | undefined, path: string): ContentChange[] {
  if (isJsonObject(seen) && isJsonObject(now)) {
    const names = new Set([...Object.keys(seen), ...Object.keys(now)]);
    return [...names].flatMap((name) =>
      differences(seen[name], now[name], path === '' ? name : `${path}.${name}`),
    );
  }
  const isSame =
    seen === undefined || now === undefined
      ? seen === now
      : canonicalJson(seen) === canonicalJson(now);
  return isSame
    ? []
    : [{ path, ...(seen !== undefined && { seen }), ...(now !== undefined && { now }) }];
}

const changeText = ({ path, seen, now }: ContentChange) =>
  `${path} ${valueText(seen)} → ${valueText(now)}`;

function valueText(value: Json | undefined): string {
  if (value === undefined) return '(none)';
  return cutText(typeof value === 'string' ? value : JSON.stringify(value), mostCharacters);
}
