import type { Json } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';

/** What a document is called: its title, else its name. */
export function titleOf(document: Json): string | undefined {
  if (!isJsonObject(document)) return undefined;
  return [document['title'], document['name']].find(
    (name): name is string => typeof name === 'string' && name !== '',
  );
}
