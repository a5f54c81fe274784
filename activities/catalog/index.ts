import type { Services } from './services.ts';
import type { Tool } from '../tool-kit/tool.ts';
import { calculate } from './calculate/calculate.ts';
import { listBuildingBlocks } from './pipelines/list-building-blocks.ts';
import { proposePipeline } from './pipelines/propose-pipeline.ts';
import { emitEvent } from './system/emit-event.ts';
import { generateImage } from './system/generate-image.ts';
import { matrixSend } from './system/matrix-send.ts';
import { queryDatabase } from './system/query-database.ts';
import { readFile } from './system/read-file.ts';
import { runCode } from './system/run-code.ts';
import { sshCommand } from './system/ssh-command.ts';
import { translateText } from './system/translate-text.ts';
import { httpGet } from './web/http-get.ts';
import { httpPost } from './web/http-post.ts';
import { scrapePage } from './web/scrape-page.ts';
import { webSearch } from './web/web-search.ts';

/** The tools that serve any work. */
export const catalog: readonly Tool<Services>[] = [
  calculate,
  webSearch,
  scrapePage,
  httpGet,
  httpPost,
  readFile,
  queryDatabase,
  runCode,
  translateText,
  generateImage,
  matrixSend,
  sshCommand,
  emitEvent,
  listBuildingBlocks,
  proposePipeline,
];
