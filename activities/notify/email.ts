import type { NotifyEnvironment } from './env.ts';
import { NotSent, notConfigured, tooLate } from './sender.ts';
import { linkOf } from './link-text.ts';
import type { Outgoing, Sender } from './sender.ts';

/** How long a mail server may be silent. */
const silenceMs = 10_000;
/** How long it has to close a connection that is over. */
const closeMs = 500;

/** Errors of nodemailer for which the server had its say on this very message or its addresses. */
const ofTheMessage = ['EENVELOPE', 'EMESSAGE'];
/** Replies of a server that wants another login, or TLS before it: its words are for the operator. */
const ofTheLogin = [530, 534, 535, 538];

/** What to set before e-mails can be sent; undefined where nothing is missing. */
export function missingForEmail({ BATON_SMTP_URL: url }: NotifyEnvironment): string | undefined {
  return url ? undefined : 'Email needs a mail server: set BATON_SMTP_URL.';
}

/** Sends e-mails by SMTP; the id of the message is that of its delivery, on every try. */
export function emailSender(environment: NotifyEnvironment): Sender {
  const { BATON_SMTP_URL: url = '', BATON_MAIL_FROM: from } = environment;
  const missing = missingForEmail(environment);
  if (missing) {
    return async () => {
      throw notConfigured(missing);
    };
  }
  const { protocol, password } = new URL(url);
  return async (outgoing, signal) => {
    const { delivery, notification } = outgoing;
    const link = await linkOf(environment, outgoing);
    // Imported when needed, as most have no mail server.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url,
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
      // One that goes on talking is not listened to.
      socketCloseTimeout: closeMs,
      // A password goes over TLS alone, unless `?requireTLS=false` of the URL says otherwise.
      requireTLS: protocol === 'smtp:' && password !== '',
    });
    try {
      const { response } = await transport.sendMail({
        from,
        to: delivery.target,
        subject: notification.title,
        text: textOf(notification, link),
        messageId: `<${encodeURIComponent(delivery.id)}@baton>`,
        signal,
      });
      return response.slice(0, 3);
    } catch (error) {
      throw signal.aborted ? tooLate('mail server') : toNotSent(error as MailError);
    } finally {
      transport.close();
    }
  };
}

type MailError = Error & { code?: string; responseCode?: number };

/**
 * A mail server's own words may hold addresses and are left out. Its 5xx is its last word on a message; one about the
 * login, the connection or TLS is mended by the operator, and a later try goes better.
 */
function toNotSent({ code = 'SMTP', responseCode }: MailError): NotSent {
  const said = responseCode === undefined ? code : String(responseCode);
  const isFinal =
    ofTheMessage.includes(code) &&
    !(responseCode !== undefined && (responseCode < 500 || ofTheLogin.includes(responseCode)));
  const message =
    code === 'ETLS'
      ? 'The mail server does not support TLS, so the password was not sent.'
      : `The mail server refused the message (${said}).`;
  return new NotSent(message, { code: said, isTransient: !isFinal });
}

function textOf(
  { text, runId }: Outgoing['notification'],
  link: { url: string; words: string } | undefined,
): string {
  const parts = [
    text,
    ...(link ? [`Approve or reject:\n${link.url}`, link.words] : []),
    ...(runId === null ? [] : [`Run ${runId}`]),
  ];
  return `${parts.join('\n\n')}\n`;
}
