import type { DomainSwitch } from '../domain.ts';
import { domains } from '../domains.ts';

/** The switches of all domains. */
export const switches: readonly DomainSwitch[] = domains.flatMap((domain) => domain.switches);

/** @throws {RangeError} where no domain has declared it. */
export function switchNamed(wanted: string): DomainSwitch {
  const found = switches.find(({ name }) => name === wanted);
  if (!found) throw new RangeError(`switch ${wanted} not found`);
  return found;
}

/** The option of the command line that a switch is turned by. */
export function switchOption({ name }: DomainSwitch): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A field for each switch, by its name: to users, each is a field of its own. */
export function switchFields(fieldOf: (declared: DomainSwitch) => unknown): object {
  return Object.fromEntries(switches.map((declared) => [declared.name, fieldOf(declared)]));
}

/** What such fields say, by the switch's name; what is not among them is left out. */
export function switchesIn(fields: object): Record<string, boolean | null> {
  const given: Readonly<Record<string, unknown>> = { ...fields };
  return Object.fromEntries(
    switches.flatMap(({ name }) => {
      const value = given[name];
      return typeof value === 'boolean' || value === null ? [[name, value]] : [];
    }),
  );
}
