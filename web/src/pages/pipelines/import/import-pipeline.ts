import type { FieldProblem } from '../../../../../contracts/api/index.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { savePipeline } from '../../../api/pipelines.ts';
import { ApiProblem } from '../../../api/request.ts';
import { readText } from '../../../document/read-text.ts';
import { texts } from '../texts.ts';

/** Why a text was not taken, and every mistake in it. */
export type Refusal = { message: string; problems: FieldProblem[] };

/**
 * Stores the pipeline of a text under the name that it says.
 * @returns that name, or why it was refused and can be mended in the editor.
 * @throws {ApiProblem} where the server cannot take anything now.
 */
export async function importPipeline(
  text: string,
): Promise<{ name: string } | { refusal: Refusal }> {
  const { document, fault } = readText(text);
  if (fault) return { refusal: { message: texts.import.syntax(fault.message), problems: [] } };
  const name = isJsonObject(document) ? document['name'] : undefined;
  if (typeof name !== 'string' || name === '') {
    return { refusal: { message: texts.import.noName, problems: [] } };
  }
  try {
    return { name: (await savePipeline(name, text, 'nothing')).name };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.status === 412) {
      const message = texts.import.nameTaken(name);
      return { refusal: { message, problems: [] } };
    }
    if (error.status !== 422 && error.status !== 400) throw error;
    return { refusal: { message: error.message, problems: error.document?.errors ?? [] } };
  }
}
