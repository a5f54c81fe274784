const hidden = '[key]';

/** A name under which a secret is written: `apiKey`, `x-api-key`, `OPENAI_API_KEY`, `client_secret`, `Authorization`. */
const name = String.raw`[\w-]{0,40}?(?:(?:api|private)[_-]?key|password|passwd|passphrase|secret|authorization|cookie|(?:access|auth|bot|refresh)[_-]?token)`;
/** Bounded, and at its beginning alone, or a long text without a secret would take time by its square. */
const nameInText = String.raw`(?<![\w-])${name}`;
/** Between a name and its value, in JSON within JSON too. */
const separator = String.raw`\\{0,9}["']?\s{0,20}[:=]\s{0,20}`;

/** What looks like a secret; what is captured before it stays. */
const patterns: readonly RegExp[] = [
  // Keys by the form that their makers give them.
  /()\b(?:sk|xai|gsk|pk|rk)-[\w*.…-]{4,}/g,
  /()\b(?:gsk_\w{16,}|AIza[\w-]{30,}|gh[opsu]_\w{20,}|xox[abprs]-[\w-]{10,}|hf_\w{16,}|github_pat_\w{20,}|glpat-[\w-]{16,}|ya29\.[\w-]{16,}|A[KS]IA[A-Z\d]{16}\b)/g,
  /()\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /()-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /()\b(?:Bearer|Basic)\s{1,20}[^\s"'\\,]+/gi,
  // A header whose value has several words: each of its cookies, and what follows the scheme.
  /((?<![\w-])(?:[\w-]{0,20}-)?(?:authorization|cookie)\s{0,20}:\s{0,20})[^\r\n"'\\,)}\]]+/gi,
  // The password of a URL, and a key among its parameters.
  /((?<![a-z\d+.-])[a-z][a-z\d+.-]{0,20}:\/\/[^\s/:@"']{0,200}:)[^\s/@"']+(?=@)/gi,
  new RegExp(String.raw`([?&](?:${name}|key|token|sig|pwd)=)[^&\s"'\\#]+`, 'gi'),
  // A value under a telling name, in quotes or without.
  new RegExp(String.raw`(${nameInText}${separator}\\{0,9}["'])[^"'\\]+`, 'gi'),
  new RegExp(String.raw`(${nameInText}${separator})[^\s,;&)}\]["'\\]+`, 'gi'),
];

/** A text in which each of `secrets`, and all that looks like one, is replaced by `[key]`. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets.reduce((rest, secret) => rest.replaceAll(secret, hidden), text);
  return patterns.reduce((rest, pattern) => rest.replace(pattern, `$1${hidden}`), known);
}

const secretName = new RegExp(`^${name}$`, 'i');

/** Whether what stands under a name is a secret, whatever it looks like. */
export function isSecretName(text: string): boolean {
  return secretName.test(text);
}
