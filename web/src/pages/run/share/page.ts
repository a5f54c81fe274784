import { html } from './html.ts';
import type { Html } from './html.ts';
import { styles } from './styles.ts';

/** A page that is read without a server: nothing in it is fetched, and nothing in it runs. */
export function pageOf(title: string, body: Html): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${styles}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html> `;
  return page.html;
}
