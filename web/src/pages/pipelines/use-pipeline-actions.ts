import { useNavigate } from '@tanstack/react-router';
import { toast } from '../../components/notices/toast.ts';
import type { StoredPipeline } from '../../../../contracts/api/index.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { savePipeline } from '../../api/pipelines.ts';
import { queries } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { download } from '../../components/values/download.ts';
import { patchText } from '../../document/patch-text.ts';
import { readText } from '../../document/read-text.ts';
import { copyName } from './copy-name.ts';
import { texts } from './texts.ts';

/** What can be done with a stored pipeline from where it is listed. */
export function usePipelineActions() {
  const navigate = useNavigate();

  async function duplicate(name: string) {
    const [source, { items }] = await Promise.all([
      queryClient.fetchQuery(queries.pipeline(name)),
      queryClient.fetchQuery(queries.pipelines()),
    ]);
    const copy = copyName(
      name,
      items.map((item) => item.name),
    );
    await savePipeline(copy, renamed(source, copy), 'nothing');
    await navigate({ to: '/pipelines/$name/edit', params: { name: copy } });
  }

  async function exportText(name: string) {
    const { text } = await queryClient.fetchQuery(queries.pipeline(name));
    download(`${name}.yaml`, text, 'text/yaml');
  }

  const told = (task: Promise<void>) =>
    void task.catch((error: Error) => toast.error(error.message));
  return {
    duplicate: (name: string) => told(duplicate(name)),
    exportText: (name: string) => told(exportText(name)),
  };
}

/** The text of a pipeline under another name; its title says that it is a copy. */
function renamed({ text, title }: StoredPipeline, name: string): string {
  const { document } = readText(text);
  if (!isJsonObject(document)) throw new Error(texts.card.cannotCopy(name));
  const copy: JsonObject = { ...document, name };
  if (title !== null) copy['title'] = texts.card.copy(title).slice(0, 120);
  return patchText(text, copy);
}
