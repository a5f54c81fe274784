/** Functions that only compute: all others may lock, wait, send, read files, or run a query from a text. */
const allowed = new Set(
  `
  abs age any_value array_agg array_length array_lower array_ndims array_position array_positions array_remove
  array_replace array_to_json array_to_string array_upper array_append array_cat array_prepend ascii avg bit_and bit_length
  bit_or bool_and bool_or btrim cardinality cbrt ceil ceiling char_length character_length chr clock_timestamp coalesce
  concat concat_ws convert_from convert_to corr count covar_pop covar_samp cume_dist current_database current_schema
  current_setting current_user date date_bin date_part date_trunc decode degrees dense_rank div encode every exp extract
  first_value floor format gcd generate_series generate_subscripts greatest grouping initcap isfinite json_agg
  json_array_elements json_array_elements_text json_array_length json_build_array json_build_object json_each
  json_each_text json_extract_path json_extract_path_text json_object json_object_agg json_object_keys
  json_populate_record json_strip_nulls json_to_record json_to_recordset json_typeof jsonb_agg jsonb_array_elements
  jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text
  jsonb_extract_path jsonb_extract_path_text jsonb_object jsonb_object_agg jsonb_object_keys jsonb_path_exists
  jsonb_path_match jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_pretty jsonb_set
  jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_typeof justify_days justify_hours justify_interval lag
  last_value lcm lead least left length ln log log10 lower lower_inc lower_inf lpad ltrim make_date make_interval make_time
  make_timestamp make_timestamptz max md5 min mod mode normalize now nth_value ntile nullif num_nonnulls num_nulls
  obj_description col_description octet_length overlay percent_rank percentile_cont percentile_disc
  pg_get_constraintdef pg_get_indexdef pg_get_viewdef pg_typeof pi plainto_tsquery position pow power quote_ident
  quote_literal quote_nullable radians random range_agg range_merge rank regexp_count regexp_instr regexp_like
  regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr regr_avgx
  regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy repeat replace reverse right round
  row_number row_to_json rpad rtrim scale session_user sha256 sha512 sign sin cos tan split_part sqrt starts_with
  statement_timestamp stddev stddev_pop stddev_samp string_agg string_to_array string_to_table strpos substr substring
  sum to_ascii to_char to_date to_hex to_json to_jsonb to_number to_timestamp to_tsquery to_tsvector
  transaction_timestamp translate trim trim_scale trunc ts_headline ts_rank ts_rank_cd unnest upper upper_inc upper_inf
  var_pop var_samp variance websearch_to_tsquery width_bucket
  `
    .trim()
    .split(/\s+/),
);

/** Words of SQL that a parenthesis may follow, and types that take one. */
const words = new Set(
  `
  all and any array as between bernoulli by case cast cube distinct else end escape except exists fetch filter first from
  group having ilike in intersect is join lateral like limit materialized next not null offset on only or over overlaps
  partition recursive repeatable rollup row rows select sets similar some symmetric system table then to union using
  values when where with within zone
  bit bpchar char character dec decimal float interval numeric time timestamp timestamptz varchar varying
  `
    .trim()
    .split(/\s+/),
);

type Token = { kind: 'word' | 'name' | 'mark'; text: string };

const lexeme =
  /[ \t\n\r\f\v]+|--[^\n\r]*|[eE]'(?:[^'\\]|''|\\[^])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\$?\d+|[^]/uy;

/** The words, names and marks of SQL, as PostgreSQL reads it with `standard_conforming_strings`. */
function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < sql.length;) {
    if (sql.startsWith('/*', at)) {
      at = endOfComment(sql, at);
      continue;
    }
    lexeme.lastIndex = at;
    const [text = ''] = lexeme.exec(sql) ?? [];
    at += text.length;
    if (/^\$.*\$$/su.test(text)) {
      const end = sql.indexOf(text, at);
      at = end === -1 ? sql.length : end + text.length;
      tokens.push({ kind: 'mark', text: `''` });
    } else if (/^(?:[ \t\n\r\f\v]|--)/.test(text)) continue;
    else if (text.startsWith('"') && text.length > 1) {
      tokens.push({ kind: 'name', text: text.slice(1, -1).replaceAll('""', '"') });
    } else if (/^[A-Za-z_\u0080-\uffff]/u.test(text) && !text.endsWith("'")) {
      tokens.push({ kind: 'word', text: text.replaceAll(/[A-Z]/g, (big) => big.toLowerCase()) });
    } else tokens.push({ kind: 'mark', text });
  }
  return tokens;
}

/** Comments nest. */
function endOfComment(sql: string, start: number): number {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start;
  let depth = 0;
  for (let found = edge.exec(sql); found; found = edge.exec(sql)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return sql.length;
}

/** How queries begin. A cursor takes nothing else, and the database says so better. */
const beginnings = new Set(['(', 'select', 'table', 'values', 'with']);

/** The functions that a query calls and that it may not, each once. */
export function refusedFunctions(sql: string): string[] {
  const tokens = tokensOf(sql);
  if (!beginnings.has(tokens[0]?.text ?? '')) return [];
  const refused = tokens.flatMap((token, index) => {
    if (tokens[index + 1]?.text !== '(' || token.kind === 'mark') return [];
    const before = tokens[index - 1];
    const isQualified = before?.text === '.' && before.kind === 'mark';
    if (isQualified) {
      const schema = tokens[index - 2]?.text;
      return schema === 'pg_catalog' && allowed.has(token.text) ? [] : [`${schema}.${token.text}`];
    }
    if (token.kind === 'word' && words.has(token.text)) return [];
    if (allowed.has(token.text) || isColumnList(tokens, index)) return [];
    return [token.text];
  });
  // A name in escapes could stand for any.
  const hasEscapedNames = tokens.some(
    ({ kind, text }, index) =>
      kind === 'name' && tokens[index - 1]?.text === '&' && tokens[index - 2]?.text === 'u' && text,
  );
  return [...new Set([...refused, ...(hasEscapedNames ? ['U&"…"'] : [])])];
}

/**
 * What a query reads of something: `close` in `prices.close`. To PostgreSQL it can also be a call: `(1).pg_sleep` is
 * `pg_sleep(1)` where `1` has no such column, and so is `t.pg_sleep`. Only the database knows which.
 */
export function namesAfterDots(sql: string): string[] {
  const tokens = tokensOf(sql);
  const names = tokens.flatMap(({ kind, text }, index) => {
    const before = tokens[index - 1];
    const isAfterDot = before?.text === '.' && before.kind === 'mark';
    return isAfterDot && kind !== 'mark' && !allowed.has(text) ? [text] : [];
  });
  return [...new Set(names)];
}

/** Whether a name gives names to columns: `as t (a, b)`, or `t (a, b) as (select …)` after `with`. */
function isColumnList(tokens: Token[], index: number): boolean {
  const before = tokens[index - 1];
  if (before?.kind === 'word' && before.text === 'as') return true;
  let at = index + 2;
  while (tokens[at] && (tokens[at]?.kind !== 'mark' || tokens[at]?.text === ',')) at += 1;
  const next = tokens.slice(at, at + 6).map(({ kind, text }) => (kind === 'name' ? '"' : text));
  return /^\) as (?:(?:not )?materialized )?\( (?:select|with|table|values \()/.test(
    next.join(' '),
  );
}
