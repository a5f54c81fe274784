import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

/** Where the API listens while the app is developed with `npm run web`. */
const api = process.env['BATON_URL'] ?? 'http://127.0.0.1:3000';

/** A file beside this one. */
function fileOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

export default defineConfig({
  root: fileOf('.'),
  plugins: [react(), tailwindcss(), preloadFont(/inter-latin-wght-normal.*\.woff2$/), runEarly()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 1_600,
    // Every browser that the app supports preloads modules.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [fileOf('index.html'), fileOf('guide.html')],
      output: { codeSplitting: { groups: [{ name: 'shared', test: isShared }] } },
    },
  },
  server: {
    proxy: {
      '/api': { target: api, ws: true },
      '/ready': api,
      // A session that is opened here is one of the API's.
      '/sign-in': api,
      '/sign-out': api,
    },
  },
});

/**
 * What nearly every page uses beside the first one: one file with all that it imports. In files of their own most of them
 * have fewer bytes than the heads of the answers that bring them.
 */
const shared = new RegExp(
  [
    'components/controls/(button|right-button|more-button|select-filter|filter-bar|use-user-filter|input-text|texts)',
    'components/layout/(page-header|skeleton|loaded|texts)',
    'components/values/(table|figures|took|time|words|locale)',
    'components/runs/(texts|status|stopping-badge|status-filter|start-example|run-columns)',
    'api/(use-right|lack-text|request|retries)',
  ]
    .map((path) => `web/src/${path}\\.tsx?$`)
    .join('|'),
);

function isShared(file: string): boolean {
  return shared.test(file.replaceAll('\\', '/'));
}

/** Has `early.js` run before the page is painted: as a file of its own, since no script may stand in the page. */
function runEarly(): Plugin {
  const file = fileOf('early.js');
  return {
    name: 'run-early',
    generateBundle() {
      this.emitFile({ type: 'asset', name: 'early.js', source: readFileSync(file) });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const built = Object.keys(bundle ?? {}).find((name) => /early-.*\.js$/.test(name));
        const src = `/${built ?? 'early.js'}`;
        return [{ tag: 'script', injectTo: 'head-prepend', attrs: { src } }];
      },
    },
  };
}

/** Names a font in the page, so that it is on its way before the style sheet asks for it. */
function preloadFont(file: RegExp): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => file.test(name))
          .map((name) => ({
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'preload', href: `/${name}`, as: 'font', crossorigin: '' },
          })),
    },
  };
}
