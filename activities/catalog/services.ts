import type { Authoring } from '../services/authoring/authoring.ts';
import type { EmitEvent } from '../services/events/emit-event.ts';
import type { Network } from '../network/network.ts';
import type { createReadFolder } from '../services/files/read-folder.ts';
import type { MakeImage } from '../services/images/images.ts';
import type { AskModel } from '../services/language/ask-model.ts';
import type { Matrix } from '../services/matrix/matrix.ts';
import type { ReadPage } from '../services/pages/page.ts';
import type { QueryDatabase } from '../services/query/query-database.ts';
import type { RunCode } from '../services/sandbox/code.ts';
import type { WebSearch } from '../services/search/search.ts';
import type { Ssh } from '../services/ssh/ssh.ts';

/** What the tools of the catalog work with; undefined is what the settings do not give. */
export type Services = {
  network: Network;
  emitEvent: EmitEvent;
  authoring: Authoring;
  readPage: ReadPage;
  runCode: RunCode;
  search: WebSearch | undefined;
  files: ReturnType<typeof createReadFolder> | undefined;
  matrix: Matrix | undefined;
  database: QueryDatabase | undefined;
  ssh: Ssh | undefined;
  /** Models that are asked for text. */
  language: AskModel | undefined;
  images: MakeImage | undefined;
};
