import { cutText } from '../contracts/base/text.ts';
import { hideSecrets, isSecretName } from './hide-secrets.ts';

/** Takes secrets out of all that is logged and recorded. */
export type Redactor = {
  text(text: string): string;
  /** A copy of a value for the log, without secrets; long texts are cut after that, so that no half of one is left. */
  value(value: unknown): unknown;
};

const secretVariable = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL/i;
/** A shorter one, such as the password `postgres`, would also be found where it means something else. */
const shortestSecret = 8;

const longestText = 1_000;
/** What is cut off before secrets are looked for. */
const longestLook = 20_000;
const mostMembers = 50;
const mostLevels = 6;

/**
 * A redactor that knows the secrets in environment variables: what their names say is one, and the passwords in
 * their URLs. What looks like a key is taken out as well.
 * @param more secrets that are in no variable.
 */
export function createRedactor(
  environment: Record<string, string | undefined>,
  more: readonly string[] = [],
): Redactor {
  const found = [...Object.entries(environment).flatMap(secretsIn), ...more]
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap(writtenForms);
  const secrets = [...new Set(found)]
    // One that holds another goes first.
    .toSorted((one, other) => other.length - one.length);
  const text = (given: string) => hideSecrets(given, secrets);

  function value(given: unknown, level = 0): unknown {
    if (typeof given === 'string') return cutText(text(given.slice(0, longestLook)), longestText);
    if (typeof given === 'function' || typeof given === 'symbol') return undefined;
    if (typeof given !== 'object' || given === null) return given;
    if (level === mostLevels) return '…';
    if (Array.isArray(given)) {
      const kept = given.slice(0, mostMembers).map((member) => value(member, level + 1));
      return kept.length === given.length ? kept : [...kept, '…'];
    }
    const members = given instanceof Error ? errorMembers(given) : Object.entries(given);
    return Object.fromEntries(
      members.map(([name, member]) => [
        name,
        isSecretName(name) && member ? '[key]' : value(member, level + 1),
      ]),
    );
  }

  return { text, value: (given) => value(given) };
}

function secretsIn([name, value = '']: [string, string | undefined]): string[] {
  const whole = secretVariable.test(name) ? [value.trim(), ...keysIn(name, value)] : [];
  if (!URL.canParse(value)) return whole;
  const { password } = new URL(value);
  return [...whole, password, decoded(password)];
}

/** Each key of a list of `ID:KEY`. */
function keysIn(name: string, value: string): string[] {
  if (name !== 'BATON_KEYS') return [];
  return value.split(',').map((entry) => entry.slice(entry.indexOf(':') + 1).trim());
}

/** A secret as it is, within JSON, and within a URL. */
function writtenForms(secret: string): string[] {
  const plain = secret.toWellFormed();
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(plain), encodeURI(plain)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function errorMembers(error: Error): [string, unknown][] {
  const { name, message, stack, cause } = error;
  const more = Object.entries(error).filter(([key]) => key !== 'cause');
  return [
    ['name', name],
    ['message', message],
    ...more,
    ['stack', stack],
    ...(cause === undefined ? [] : ([['cause', cause]] as [string, unknown][])),
  ];
}
