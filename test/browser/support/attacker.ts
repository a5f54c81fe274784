import type { Page, Request } from 'playwright-core';

/** A page of an attacker: what it does, a test does in it. */
export const attackPage = '<!doctype html><title>An attacker</title>';

type Way = 'a simple request' | 'a form' | 'a request that asks first';
export const ways: Way[] = ['a simple request', 'a form', 'a request that asks first'];

/** Has a page send a POST. @returns the status of the answer, or that there was none. */
export async function send(
  page: Page,
  way: Way,
  url: string,
  body: object,
): Promise<number | 'none'> {
  const isIt = (request: Request) => request.url() === url && request.method() === 'POST';
  const answered = page
    .waitForResponse((response) => isIt(response.request()))
    .then((response) => response.status());
  const failed = page.waitForEvent('requestfailed', isIt).then(() => 'none' as const);
  const sent = page.evaluate(sendFromPage, { way, url, text: JSON.stringify(body) });
  const outcome = await Promise.race([answered, failed]);
  await sent;
  return outcome;
}

/** Runs in the page. */
async function sendFromPage({ way, url, text }: { way: Way; url: string; text: string }) {
  if (way === 'a form') {
    const frame = Object.assign(document.createElement('iframe'), { name: 'sink' });
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', enctype: 'text/plain', action: url, target: 'sink' });
    // What is before the = and after it is JSON together.
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name: `${text.slice(0, -1)},"a":"`, value: '"}' });
    form.append(input);
    document.body.append(frame, form);
    form.submit();
    return;
  }
  const isSimple = way === 'a simple request';
  const type = isSimple ? 'text/plain' : 'application/json';
  const mode = isSimple ? 'no-cors' : 'cors';
  const options = { method: 'POST', mode, credentials: 'include', body: text } as const;
  await fetch(url, { ...options, headers: { 'content-type': type } }).catch(() => undefined);
}

/** A page on a name that the attacker has made to point at one of this machine's servers after it was loaded. */
export async function rebound(name: string, port: number, page: Page): Promise<string> {
  const origin = `http://${name}:${port}`;
  await page.route(`${origin}/attack`, (route) =>
    route.fulfill({ contentType: 'text/html', body: attackPage }),
  );
  await page.goto(`${origin}/attack`);
  return origin;
}

/** What a page of the same origin reads. */
export const read = (page: Page, path: string) =>
  page.evaluate(
    (url) =>
      fetch(url)
        .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
        .catch(() => ({ status: 0, text: '' })),
    path,
  );
