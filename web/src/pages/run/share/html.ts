/** A piece of HTML whose values are escaped. */
export type Html = { html: string };

const signs: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

type Value = Html | string | number | undefined | null | false | readonly Value[];

function textOf(value: Value): string {
  if (value === undefined || value === null || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  if ('html' in value) return value.html;
  return value.map(textOf).join('');
}

/** HTML from a template: what is put in is text, unless it is made by this itself. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const whole = parts.map((part, index) => part + textOf(values[index]));
  return { html: whole.join('') };
}
